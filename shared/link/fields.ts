import { type Html, html } from '../http/html.ts'
import { englishTexts } from '../texts/english.ts'
import type { QuestionText } from '../texts/texts.ts'
import type { QuestionKind } from './question.ts'

/** What was typed into a form or is wrong with it, by field. */
export type FieldTexts = Readonly<Record<string, string | undefined>>

/** What a form shows besides its questions. */
export interface FormState {
  readonly typed: FieldTexts
  readonly wrong: FieldTexts
}

/** A question of a form, in words. */
export type Question = QuestionKind & QuestionText

/** An id that CSS and a link can use. */
const idOf = (name: string): string => name.replace('.', '-')

const hintOf = (name: string, hint: string | undefined): Html | '' =>
  hint === undefined ? '' : html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`

const errorOf = (name: string, error: string | undefined): Html | '' =>
  error === undefined ? '' : html`<p class="wrong" id="${idOf(name)}-error">${error}</p>`

/** By what a field is described, and that it has to be corrected. */
const described = (name: string, hint: string | undefined, error: string | undefined): Html => {
  const ids = [...(hint ? [`${idOf(name)}-hint`] : []), ...(error ? [`${idOf(name)}-error`] : [])].join(' ')
  return html`${ids && html` aria-describedby="${ids}"`}${error ? html` aria-invalid="true"` : ''}`
}

const choice = (name: string, value: string, label: string, typed: string | undefined): Html => {
  const id = `${idOf(name)}-${value}`
  return html`<div class="choice"><input type="radio" id="${id}" name="${name}" value="${value}"${typed === value ? html` checked` : ''}><label for="${id}">${label}</label></div>`
}

/** A question with a few answers, of which one is chosen. @param choices the label of each */
export const choiceField = (
  name: string,
  question: string,
  choices: Readonly<Record<string, string>>,
  { typed, wrong }: FormState,
): Html =>
  html`<fieldset id="${idOf(name)}" tabindex="-1"${described(name, undefined, wrong[name])}>
<legend>${question}</legend>
${errorOf(name, wrong[name])}
${Object.entries(choices).map(([value, label]) => choice(name, value, label, typed[name]))}
</fieldset>`

type Drawn = { readonly name: string; readonly question: Question; readonly value: string | undefined } & {
  readonly error: string | undefined
}

const yesOrNo = ({ name, question, value, error }: Drawn): Html =>
  html`<fieldset id="${idOf(name)}" tabindex="-1"${described(name, undefined, error)}>
<legend>${question.label}</legend>
${errorOf(name, error)}
${choice(name, 'yes', englishTexts.forms.yes, value)}
${choice(name, 'no', englishTexts.forms.no, value)}
</fieldset>`

const consent = ({ name, question, value, error }: Drawn): Html =>
  html`<div class="field">
${errorOf(name, error)}
<div class="choice"><input type="checkbox" id="${idOf(name)}" name="${name}" value="yes"${value === 'yes' ? html` checked` : ''}${described(name, undefined, error)}><label for="${idOf(name)}">${question.label}</label></div>
</div>`

const chosen = (choices: readonly string[], { name, value, question, error }: Drawn): Html =>
  html`<select id="${idOf(name)}" name="${name}"${described(name, question.hint, error)}>
<option value="">${englishTexts.forms.notSaid}</option>
${choices.map(each => html`<option value="${each}"${value === each ? html` selected` : ''}>${each}</option>`)}
</select>`

/** Keyboards by what is typed; nothing is refused by the browser, whose words are not ours. */
const keyboards: Readonly<Record<string, string>> = { number: 'numeric', email: 'email', tel: 'tel' }

const typedInto = ({ name, value, question, error }: Drawn): Html => {
  const { as, maxLength, autocomplete, hint } = question
  const shared = html` id="${idOf(name)}" name="${name}"${maxLength ? html` maxlength="${`${maxLength}`}"` : ''}${described(name, hint, error)}`
  if (as === 'long') return html`<textarea rows="4"${shared}>\n${value ?? ''}</textarea>`
  const type = as === 'date' || as === 'email' || as === 'tel' ? as : 'text'
  const keyboard = keyboards[`${as}`]
  return html`<input type="${type}"${keyboard ? html` inputmode="${keyboard}"` : ''} autocomplete="${autocomplete ?? 'off'}"${shared} value="${value ?? ''}">`
}

const labelled = (drawn: Drawn, control: Html): Html =>
  html`<div class="field">
<label for="${idOf(drawn.name)}">${drawn.question.label}${drawn.question.isNeeded ? html` <span class="needed">${englishTexts.forms.needed}</span>` : ''}</label>
${hintOf(drawn.name, drawn.question.hint)}
${errorOf(drawn.name, drawn.error)}
${control}
</div>`

/** One question with what was typed into it before, and what is wrong with that. */
export const questionField = (name: string, question: Question, { typed, wrong }: FormState): Html => {
  const drawn = { name, question, value: typed[name], error: wrong[name] }
  const { as } = question
  if (as === 'yes-no') return yesOrNo(drawn)
  if (as === 'consent') return consent(drawn)
  return labelled(drawn, typeof as === 'string' ? typedInto(drawn) : chosen(as, drawn))
}

/** Questions that few need, folded until one of them was answered or has to be corrected. */
export const foldedSection = (
  title: string,
  names: readonly string[],
  inner: Html,
  { typed, wrong }: FormState,
): Html =>
  html`<details${names.some(name => typed[name] || wrong[name]) ? html` open` : ''}>
<summary>${title}</summary>
${inner}</details>`

/** The faults at the head of a page, each leading to its field. @param labels of all fields, in the order of the form */
export const errorSummary = (labels: FieldTexts, wrong: FieldTexts): Html | '' => {
  const lines = Object.entries(labels).flatMap(([name, label]) => {
    const error = wrong[name]
    return error === undefined ? [] : [html`<li><a href="#${idOf(name)}">${label ?? ''}</a>: ${error}</li>`]
  })
  if (lines.length === 0) return ''
  return html`<section class="summary" role="alert" aria-labelledby="summary"><h2 id="summary">${englishTexts.forms.faults(lines.length)}</h2><ul>${lines}</ul></section>`
}
