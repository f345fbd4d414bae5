import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import { type Html, html } from '../../shared/http/html.ts'

/* Colours of code, written into the page: no script runs for them, and `docs.css` has them. */

const grammars = { bash, go, java, javascript, json, php, python, typescript }
for (const [language, grammar] of Object.entries(grammars)) hljs.registerLanguage(language, grammar)
// Our blocks show commands without a prompt.
hljs.registerAliases('console', { languageName: 'bash' })

/** Code as HTML, as it is in a language that is not known. */
export const highlight = (code: string, language: string): Html =>
  hljs.getLanguage(language) ? { html: hljs.highlight(code, { language }).value } : html`${code}`
