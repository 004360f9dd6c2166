/* Shapes of states, digits of precedence, groups and the pin, as SVG: no font has to know them. */
(function () {
  "use strict";

  function disco(interior) {
    return '<circle cx="12" cy="12" r="8" class="fundo"/>' + interior +
      '<circle cx="12" cy="12" r="8" class="traco"/>';
  }

  const FORMAS = {
    "○": disco(""),
    "◐": disco('<path d="M12 4a8 8 0 0 0 0 16z" class="cheio"/>'),
    "◕": disco('<path d="M12 12V4a8 8 0 1 1-8 8z" class="cheio"/>'),
    "●": disco('<circle cx="12" cy="12" r="8" class="cheio"/>'),
    "❐": '<rect x="8" y="4" width="12" height="12" class="fundo traco"/>' +
      '<rect x="4" y="8" width="12" height="12" class="fundo traco"/>',
    "?": disco('<text x="12" y="16.2" class="letra">?</text>'),
    "…": disco('<circle cx="8.4" cy="12" r="1.3" class="cheio"/>' +
      '<circle cx="12" cy="12" r="1.3" class="cheio"/>' +
      '<circle cx="15.6" cy="12" r="1.3" class="cheio"/>'),
    "⊘": disco('<path d="M6.4 17.6 17.6 6.4" class="traco"/>'),
    "×": disco('<path d="M9 9l6 6M15 9l-6 6" class="traco"/>')
  };

  function forma(nome) {
    return '<svg viewBox="0 0 24 24" aria-hidden="true">' + (FORMAS[nome] || FORMAS["?"]) + "</svg>";
  }

  function nivelDe(nivel) {
    return nivel >= 1 && nivel <= 5 ? Number(nivel) : 0;
  }

  function demanda(nome, nivel) {
    const n = nivelDe(nivel);
    return '<span class="simbolo nivel' + n + '">' + forma(nome) +
      (n ? '<b class="digito">' + n + "</b>" : "") + "</span>";
  }

  function grupo(total, nivel) {
    const n = nivelDe(nivel);
    return '<span class="simbolo grupo nivel' + n + '"><i>' + abreviado(total) + "</i>" +
      (n ? '<b class="digito">' + n + "</b>" : "") + "</span>";
  }

  function abreviado(total) {
    if (total < 1000) { return String(total); }
    const mil = total / 1000;
    return (mil < 10 ? mil.toFixed(1).replace(".", ",") : String(Math.round(mil))) + " mil";
  }

  function alfinete() {
    return '<svg class="alfinete" viewBox="0 0 24 32" aria-hidden="true">' +
      '<path d="M12 1C6 1 2 5.4 2 11c0 7 10 20 10 20s10-13 10-20c0-5.6-4-10-10-10z"/>' +
      '<circle cx="12" cy="11" r="4"/></svg>';
  }

  window.FormigueiroSimbolos = {
    forma: forma, demanda: demanda, grupo: grupo, alfinete: alfinete
  };
})();
