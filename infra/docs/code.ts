import { type Html, html } from '../../shared/http/html.ts'
import { highlight } from './highlight.ts'

export interface CodeBlock {
  /** Such as `ts`. */
  readonly language: string
  readonly text: string
}

/** Those of programs, which a reader chooses once for all pages. */
const languages = new Set(['sh', 'js', 'ts', 'python', 'php', 'go', 'java'])

export interface CodeTab extends CodeBlock {
  readonly label: string
}

const labels: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  java: 'Java',
  json: 'JSON',
}

/** What a reader chooses by a tab: a language by its name, though the block installs its package by a shell. */
const choiceOf = ({ label, language }: CodeTab): string => {
  const choice = Object.keys(labels).find(name => labels[name] === label) ?? language
  return languages.has(choice) ? choice : ''
}

export const languageLabel = (language: string): string => labels[language] ?? language

/** Wide code scrolls by itself and by keyboard, so that the page never scrolls sideways. @param name unlike all others of the page */
export const codeBlock = (name: string | Html, { language, text }: CodeBlock): Html =>
  html`<div class="code" role="group" aria-label="${name}" tabindex="0"><pre><code class="language-${language}">${highlight(text, language)}</code></pre></div>
`

/**
 * Blocks in tabs, the first one shown: radio buttons, which need no script. @param id unlike all others of the page
 */
export const codeTabs = (id: string, name: string | Html, tabs: readonly CodeTab[]): Html => {
  if (tabs.length === 1) return codeBlock(name, tabs[0]!)
  const radios = tabs.map(
    (tab, index) =>
      html`<input type="radio" name="${id}" id="${id}-${`${index}`}" value="${choiceOf(tab)}"${{ html: index === 0 ? ' checked' : '' }}><label for="${id}-${`${index}`}">${tab.label}</label>`,
  )
  const panels = tabs.map(
    tab => html`<div class="panel">${codeBlock(html`${name}, ${tab.label}`, tab)}</div>`,
  )
  return html`<fieldset class="tabs"><legend class="unseen">${name}</legend>${radios}${panels}</fieldset>
`
}
