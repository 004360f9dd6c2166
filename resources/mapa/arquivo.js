/* The map as a file of its own: the demands are in it, and are grouped here as the program does. */
(function () {
  "use strict";

  const MAXIMO = 500, CELULA_PX = 64;

  function agrupar(demandas, v) {
    const dentro = demandas.filter(function (d) {
      return d.lat >= v.sul && d.lat <= v.norte && d.lng >= v.oeste && d.lng <= v.leste;
    });
    for (let lado = CELULA_PX * 360 / (256 * Math.pow(2, v.zoom)); ; lado *= 2) {
      const celulas = new Map();
      dentro.forEach(function (d) {
        const chave = Math.floor((d.lng + 180) / lado) + "/" + Math.floor((d.lat + 90) / lado);
        if (!celulas.has(chave)) { celulas.set(chave, []); }
        celulas.get(chave).push(d);
      });
      if (celulas.size <= MAXIMO) { return responder(celulas, lado, dentro.length); }
    }
  }

  function responder(celulas, lado, total) {
    const r = { simbolos: [], grupos: [], total: total };
    celulas.forEach(function (quais, chave) {
      if (quais.length === 1) { r.simbolos.push(quais[0]); return; }
      const canto = chave.split("/").map(Number);
      const oeste = canto[0] * lado - 180, sul = canto[1] * lado - 90;
      const niveis = quais.map(function (d) { return d.nivel; }).filter(Boolean);
      r.grupos.push({
        total: quais.length, nivel: niveis.length ? Math.min.apply(null, niveis) : null,
        lat: media(quais, "lat"), lng: media(quais, "lng"),
        caixa: [sul, oeste, sul + lado, oeste + lado],
        linhas: [quais.length + " demandas aqui", nomes(quais)]
      });
    });
    return r;
  }

  function media(quais, lado) {
    return quais.reduce(function (soma, d) { return soma + d[lado]; }, 0) / quais.length;
  }

  function nomes(quais) {
    const titulos = quais.slice(0, 5).map(function (d) { return d.linhas[0]; });
    return titulos.join("; ") + (quais.length > 5 ? "…" : "");
  }

  window.FormigueiroArquivo = {
    agrupar: agrupar,
    fonte: function (dados) {
      return {
        simbolos: function (v) {
          return Promise.resolve(dados.fixos || agrupar(dados.demandas, v));
        },
        contornos: function () { return Promise.resolve(dados.contornos); }
      };
    }
  };
})();
