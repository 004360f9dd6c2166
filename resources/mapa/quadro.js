/* What stands around the map: colours, notice, heading, legend. */
(function () {
  "use strict";

  const S = window.FormigueiroSimbolos;

  function pintar(cores, escala) {
    const raiz = document.documentElement.style;
    Object.keys(cores).forEach(function (nome) { raiz.setProperty("--" + nome, cores[nome]); });
    raiz.setProperty("--escala", escala);
  }

  function caixaDeAviso(mapa) {
    const controle = L.control({ position: "topright" }), e = document.createElement("div");
    e.className = "aviso";
    controle.onAdd = function () { return e; };
    controle.addTo(mapa);
    return e;
  }

  function cabecalho(mapa, linhas) {
    if (!linhas.length) { return; }
    const controle = L.control({ position: "topright" });
    controle.onAdd = function () {
      const e = document.createElement("div");
      e.className = "aviso";
      linhas.forEach(function (texto, n) {
        const parte = document.createElement(n === 0 ? "strong" : "div");
        parte.textContent = texto;
        e.appendChild(parte);
      });
      return e;
    };
    controle.addTo(mapa);
  }

  function legenda(mapa, c) {
    if (!c.legenda) { return; }
    const controle = L.control({ position: "bottomright" });
    controle.onAdd = function () {
      const e = document.createElement("details"), titulo = document.createElement("summary");
      const lista = document.createElement("dl");
      e.className = "legenda";
      e.open = c.legenda.aberta;
      titulo.textContent = c.textos.legenda;
      function item(html, texto) {
        const dt = document.createElement("dt"), dd = document.createElement("dd");
        dt.innerHTML = html;
        dd.textContent = texto;
        lista.append(dt, dd);
      }
      c.legenda.formas.forEach(function (f) { item(S.demanda(f[0], 0), f[1]); });
      c.legenda.niveis.forEach(function (n) { item(S.demanda("○", n[0]), n[1]); });
      item(S.grupo(12, 0), c.textos.grupo);
      e.append(titulo, lista);
      L.DomEvent.disableClickPropagation(e).disableScrollPropagation(e);
      return e;
    };
    controle.addTo(mapa);
  }

  window.FormigueiroQuadro = {
    pintar: pintar, caixaDeAviso: caixaDeAviso, cabecalho: cabecalho, legenda: legenda
  };
})();
