/* Draws what the program answers. Decides nothing: groups, levels and words come from there. */
(function () {
  "use strict";

  const S = window.FormigueiroSimbolos, Q = window.FormigueiroQuadro;
  const ESPERA_MS = 80, REPETIR_MS = 400, PINTAR_MS = 250, DEMORA_MS = 1500;

  function iniciar(mapa, c) {
    const simbolos = new Map(), contornos = new Map(), nomes = new Map();
    const camada = L.layerGroup().addTo(mapa), fundo = L.layerGroup().addTo(mapa);
    let ponte = null, escolhido = "", alfinete = null, pedido = null, espera = 0, azulejos = null, anel = null;
    const aviso = Q.caixaDeAviso(mapa);

    [["moldura", 380], ["contorno", 390], ["anel", 640]].forEach(function (p) {
      mapa.createPane(p[0]).style.zIndex = p[1];
    });
    mapa.getPane("anel").style.pointerEvents = "none";
    mapa.attributionControl.setPrefix(false);
    Q.pintar(c.cores, c.escala);
    Q.legenda(mapa, c);
    Q.cabecalho(mapa, c.cabecalho || []);
    L.control.zoom({ zoomInTitle: c.textos.aproximar, zoomOutTitle: c.textos.afastar }).addTo(mapa);
    L.control.scale({ imperial: false, maxWidth: 100 * c.escala }).addTo(mapa);
    if (c.caixa) { mapa.fitBounds(c.caixa, { animate: false }); }
    if (c.fundo) { porFundo(c.fundo); }
    if (c.alfinete) { marcar(c.alfinete[0], c.alfinete[1], false); }
    if (c.modo === "escolher") {
      mapa.getContainer().classList.add("mira");
      mapa.on("click", function (e) { marcar(e.latlng.lat, e.latlng.lng, true); });
      mapa.getContainer().addEventListener("keydown", function (e) {
        if (e.key === "Enter") { marcarCentro(); }
      });
    }
    mapa.on("moveend zoomend", depois);

    function depois() {
      clearTimeout(espera);
      espera = setTimeout(recarregar, ESPERA_MS);
    }

    function vista() {
      const b = mapa.getBounds();
      return {
        sul: Math.max(-90, b.getSouth()), oeste: Math.max(-180, b.getWest()),
        norte: Math.min(90, b.getNorth()), leste: Math.min(180, b.getEast()),
        zoom: Math.round(mapa.getZoom())
      };
    }

    function recarregar() {
      clearTimeout(espera);
      const v = vista();
      if (ponte) { ponte.moveu(v.sul, v.oeste, v.norte, v.leste, v.zoom); }
      if (pedido) { pedido.abort(); }
      const meu = pedido = new AbortController();
      const fonte = c.dados ? window.FormigueiroArquivo.fonte(c.dados) : rede(v, meu.signal);
      const demora = setTimeout(function () { aviso.textContent = c.textos.preparando; }, DEMORA_MS);
      const vale = function () { return !meu.signal.aborted; };
      const simbolosAqui = (c.semDemandas ? Promise.resolve(VAZIO) : fonte.simbolos(v))
        .then(function (r) { if (vale()) { desenharSimbolos(r); } return r; });
      const contornosAqui = fonte.contornos(v)
        .then(function (r) { if (vale()) { desenharContornos(r); } return r; });
      Promise.all([contornosAqui, simbolosAqui])
        .then(function (r) {
          if (!vale()) { return; }
          nomearAgora(r[0]);
          if (r[0].preparando) { espera = setTimeout(recarregar, REPETIR_MS); }
          dizer(r[0]);
          depoisDePintar(function () {
            if (ponte && pedido === meu) {
              ponte.desenhou(simbolos.size, r[1].total, contornos.size);
            }
          });
        })
        .catch(function (erro) {
          if (erro.name === "AbortError") { return; }
          aviso.textContent = c.textos.falha;
          if (ponte) { ponte.falhou(String(erro.message)); }
        })
        .finally(function () { clearTimeout(demora); });
    }

    function dizer(r) {
      if (r.preparando) { aviso.textContent = c.textos.preparando; return; }
      aviso.textContent = r.nivel === null && !azulejos ? c.textos.sem_contornos : "";
    }

    function desenharSimbolos(r) {
      const novos = new Set();
      r.grupos.forEach(function (g) {
        const chave = "g" + g.caixa.join("/");
        novos.add(chave);
        por(chave, [g.lat, g.lng], S.grupo(g.total, g.nivel), tamanhoDoGrupo(g.total), g, clicarGrupo);
      });
      r.simbolos.forEach(function (d) {
        novos.add(d.id);
        por(d.id, [d.lat, d.lng], S.demanda(d.forma, d.nivel), 26, d, clicarDemanda);
      });
      simbolos.forEach(function (m, chave) {
        if (!novos.has(chave)) { camada.removeLayer(m); simbolos.delete(chave); }
      });
      realcar();
    }

    function tamanhoDoGrupo(total) {
      return total < 10 ? 32 : total < 100 ? 38 : total < 1000 ? 44 : 56;
    }

    function por(chave, onde, html, lado, dado, clicar) {
      let m = simbolos.get(chave);
      const px = lado * c.escala, assinatura = html + px;
      if (m && m.assinatura !== assinatura) { camada.removeLayer(m); m = null; }
      if (!m) {
        m = L.marker(onde, {
          keyboard: false, riseOnHover: true,
          icon: L.divIcon({ className: "icone", html: html, iconSize: [px, px] })
        });
        m.assinatura = assinatura;
        m.on("click", function () { clicar(m.dado, false); });
        m.on("dblclick", function () { clicar(m.dado, true); });
        m.bindTooltip(function () { return resumo(m.dado); },
          { className: "resumo", direction: "top", offset: [0, -px / 2] });
        camada.addLayer(m);
        simbolos.set(chave, m);
      }
      m.dado = dado;
      m.setLatLng(onde);
    }

    function resumo(d) {
      const caixa = document.createElement("div");
      function linha(marca, texto) {
        if (!texto) { return; }
        const parte = document.createElement(marca);
        parte.textContent = texto;
        caixa.appendChild(parte);
      }
      d.linhas.forEach(function (texto, n) { linha(n === 0 ? "strong" : "small", texto); });
      return caixa;
    }

    function clicarDemanda(d, abrir) {
      selecionar(d.id, d.lat, d.lng);
      if (ponte) { if (abrir) { ponte.abriu(d.id); } else { ponte.clicou(d.id); } }
    }

    function clicarGrupo(g) {
      if (mapa.getZoom() < mapa.getMaxZoom()) {
        mapa.fitBounds([[g.caixa[0], g.caixa[1]], [g.caixa[2], g.caixa[3]]],
          { animate: false, maxZoom: Math.max(mapa.getZoom() + 1, mapa.getBoundsZoom(
            [[g.caixa[0], g.caixa[1]], [g.caixa[2], g.caixa[3]]])) });
      } else if (ponte) {
        ponte.juntou(g.caixa[0], g.caixa[1], g.caixa[2], g.caixa[3]);
      }
    }

    /* The ring also finds a demand that stands in a group. */
    function selecionar(id, lat, lng) {
      escolhido = id || "";
      if (anel) { mapa.removeLayer(anel); anel = null; }
      if (escolhido && lat !== undefined) {
        anel = L.circleMarker([lat, lng], {
          pane: "anel", className: "anel", radius: 19 * c.escala, interactive: false
        }).addTo(mapa);
      }
      realcar();
    }

    function realcar() {
      simbolos.forEach(function (m, chave) {
        const e = m.getElement();
        if (e) { e.classList.toggle("escolhido", chave === escolhido); }
        m.setZIndexOffset(chave === escolhido ? 1000 : 0);
      });
    }

    function desenharContornos(r) {
      const novos = new Set();
      r.contornos.forEach(function (u) {
        const chave = chaveDe(u, r);
        novos.add(chave);
        if (!contornos.has(chave)) {
          const classe = u.nivel === r.nivel ? "contorno" : "moldura";
          const p = L.polygon(u.forma, {
            pane: classe, className: classe + (azulejos ? " sobre-fundo" : ""), interactive: false,
            noClip: false, smoothFactor: 0.5
          });
          fundo.addLayer(p);
          contornos.set(chave, p);
        }
      });
      [contornos, nomes].forEach(function (quais) {
        quais.forEach(function (item, chave) {
          if (!novos.has(chave)) { fundo.removeLayer(item); quais.delete(chave); }
        });
      });
    }

    function nomearAgora(r) {
      const proprios = r.contornos.filter(function (u) { return u.nivel === r.nivel; });
      const molduras = r.contornos.filter(function (u) { return u.nivel !== r.nivel; });
      if (!nomearTodos(proprios, r)) { nomearTodos(molduras, r); } else { desnomear(molduras, r); }
    }

    function chaveDe(u, r) { return u.id + "/" + r.faixa + "/" + (u.nivel === r.nivel); }

    /* How many of them have room for their names. */
    function nomearTodos(quais, r) {
      return quais.filter(function (u) {
        const chave = chaveDe(u, r);
        return nomear(chave, u, contornos.get(chave));
      }).length;
    }

    function desnomear(quais, r) {
      quais.forEach(function (u) {
        const chave = chaveDe(u, r);
        if (nomes.has(chave)) { fundo.removeLayer(nomes.get(chave)); nomes.delete(chave); }
      });
    }

    function nomear(chave, u, poligono) {
      const b = poligono.getBounds();
      const a = mapa.latLngToLayerPoint(b.getNorthWest()), z = mapa.latLngToLayerPoint(b.getSouthEast());
      const cabe = z.x - a.x > u.nome.length * 6.2 * c.escala && z.y - a.y > 16 * c.escala;
      let n = nomes.get(chave);
      if (!cabe) {
        if (n) { fundo.removeLayer(n); nomes.delete(chave); }
        return false;
      }
      if (!n) {
        const texto = document.createElement("div");
        texto.className = "nome";
        texto.textContent = u.nome;
        n = L.marker(u.rotulo, {
          interactive: false, keyboard: false, zIndexOffset: -1000,
          icon: L.divIcon({ className: "icone", html: texto, iconSize: [0, 0] })
        });
        fundo.addLayer(n);
        nomes.set(chave, n);
      }
      n.setLatLng(livre(u));
      return true;
    }

    /* A name goes below or above a symbol that lies on its place, where there is room. */
    function livre(u) {
      const p = mapa.latLngToLayerPoint(u.rotulo);
      const meia = u.nome.length * 3.4 * c.escala, passo = 34 * c.escala;
      const ocupados = [...simbolos.values()].map(function (m) {
        return mapa.latLngToLayerPoint(m.getLatLng());
      });
      const y = [0, passo, -passo, 1.6 * passo].find(function (dy) {
        return !ocupados.some(function (o) {
          return Math.abs(o.x - p.x) < meia + 18 * c.escala &&
            Math.abs(o.y - p.y - dy) < 26 * c.escala;
        });
      });
      return mapa.layerPointToLatLng(L.point(p.x, p.y + (y || 0)));
    }

    function marcar(lat, lng, contar) {
      if (!alfinete) {
        const px = [26 * c.escala, 34 * c.escala];
        alfinete = L.marker([lat, lng], {
          draggable: c.modo === "escolher", keyboard: false, zIndexOffset: 2000,
          icon: L.divIcon({
            className: "icone", html: S.alfinete(), iconSize: px, iconAnchor: [px[0] / 2, px[1]]
          })
        }).addTo(mapa);
        alfinete.on("dragend", function () {
          const p = alfinete.getLatLng();
          if (ponte) { ponte.marcou(p.lat, p.lng); }
        });
      }
      alfinete.setLatLng([lat, lng]);
      if (contar && ponte) { ponte.marcou(lat, lng); }
    }

    function marcarCentro() {
      const p = mapa.getCenter();
      marcar(p.lat, p.lng, true);
    }

    function porFundo(f) {
      if (azulejos) { mapa.removeLayer(azulejos); azulejos = null; }
      if (!f) { return; }
      azulejos = L.tileLayer("fundo/" + f.versao + "/{z}/{x}/{y}", {
        minNativeZoom: f.zoom_min, maxNativeZoom: f.zoom_max, maxZoom: c.zoomMaximo,
        attribution: escapado(f.atribuicao), keepBuffer: 1
      }).addTo(mapa);
    }

    function trocarFundo(f) {
      porFundo(f);
      fundo.clearLayers();
      contornos.clear();
      nomes.clear();
      recarregar();
    }

    function ligar(objeto) { ponte = objeto; recarregar(); }

    window.Formigueiro = {
      ligar: ligar, recarregar: recarregar, selecionar: selecionar, marcar: marcar,
      marcarCentro: marcarCentro, trocarFundo: trocarFundo, pintar: Q.pintar,
      irPara: function (caixa) { mapa.fitBounds(caixa, { animate: false, maxZoom: 17 }); },
      mostrar: function (lat, lng) {
        if (!mapa.getBounds().contains([lat, lng])) { mapa.panTo([lat, lng], { animate: false }); }
      },
      mapa: mapa, simbolos: simbolos
    };
    if (window.qt && window.QWebChannel) {
      new QWebChannel(qt.webChannelTransport, function (canal) { ligar(canal.objects.ponte); });
    } else { recarregar(); }
  }

  /* A page that is out of sight gets no frames: then a moment has to do. */
  function depoisDePintar(fazer) {
    let feito = false;
    function uma() { if (!feito) { feito = true; fazer(); } }
    requestAnimationFrame(function () { requestAnimationFrame(uma); });
    setTimeout(uma, PINTAR_MS);
  }

  const VAZIO = { simbolos: [], grupos: [], total: 0 };

  function escapado(texto) {
    const e = document.createElement("i");
    e.textContent = texto || "";
    return e.innerHTML;
  }

  function rede(v, sinal) {
    function pedir(nome) {
      return fetch("dados/" + nome + "?" + new URLSearchParams(v), { signal: sinal })
        .then(function (r) {
          if (!r.ok) { throw new Error(nome); }
          return r.json();
        });
    }
    return {
      simbolos: function () { return pedir("simbolos"); },
      contornos: function () { return pedir("contornos"); }
    };
  }

  window.FormigueiroMapa = { iniciar: iniciar };
})();
