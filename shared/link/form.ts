import * as z from 'zod/mini'
import type { FieldError } from '../http/contract/problem.ts'
import { type Html, html } from '../http/html.ts'
import { fieldErrors } from '../http/parse-input.ts'
import { englishTexts } from '../texts/english.ts'
import type { QuestionKind } from './question-kind.ts'

const words = englishTexts.forms

export type FieldTexts = Readonly<Record<string, string | undefined>>

export interface FormState {
  readonly typed: FieldTexts
  readonly wrong: FieldTexts
}

export const emptyForm: FormState = { typed: {}, wrong: {} }

export interface Question extends QuestionKind {
  readonly label: string
  readonly hint?: string
}

const idOf = (name: string): string => name.replace('.', '-')

const hintOf = (name: string, hint: string | undefined): Html | '' =>
  hint === undefined ? '' : html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`

export const errorOf = (name: string, error: string | undefined, isAlert = false): Html | '' =>
  error === undefined
    ? ''
    : html`<p class="wrong" id="${idOf(name)}-error"${isAlert ? html` role="alert"` : ''}>${error}</p>`

const described = (name: string, hint: string | undefined, error: string | undefined): Html => {
  const ids = [...(hint ? [`${idOf(name)}-hint`] : []), ...(error ? [`${idOf(name)}-error`] : [])].join(' ')
  return html`${ids && html` aria-describedby="${ids}"`}${error ? html` aria-invalid="true"` : ''}`
}

const choice = (name: string, value: string, label: string, typed: string | undefined): Html => {
  const id = `${idOf(name)}-${value}`
  return html`<div class="choice"><input type="radio" id="${id}" name="${name}" value="${value}"${typed === value ? html` checked` : ''}><label for="${id}">${label}</label></div>`
}

/** @param choices the label of each value */
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

const tickBox = (name: string, { label }: Question, value: string | undefined, error: string | undefined) =>
  html`<div class="field">
${errorOf(name, error)}
<div class="choice"><input type="checkbox" id="${idOf(name)}" name="${name}" value="yes"${value === 'yes' ? html` checked` : ''}${described(name, undefined, error)}><label for="${idOf(name)}">${label}</label></div>
</div>`

/** Keyboard of a phone. The browser refuses no value: its messages would not be ours. */
const keyboards: Readonly<Record<string, string>> = { number: 'numeric', email: 'email', tel: 'tel' }

const controlOf = (name: string, question: Question, value = '', error: string | undefined): Html => {
  const { as, maxLength, autocomplete = 'off', placeholder, hint } = question
  const shared = html` id="${idOf(name)}" name="${name}"${maxLength ? html` maxlength="${`${maxLength}`}"` : ''}${described(name, hint, error)}`
  if (typeof as !== 'string')
    return html`<select${shared}>
<option value="">${words.notSaid}</option>
${as.map(each => html`<option value="${each}"${value === each ? html` selected` : ''}>${each}</option>`)}
</select>`
  if (as === 'long') return html`<textarea rows="4"${shared}>\n${value}</textarea>`
  const type = as === 'date' || as === 'email' || as === 'tel' ? as : 'text'
  return html`<input type="${type}"${keyboards[as] ? html` inputmode="${keyboards[as]}"` : ''} autocomplete="${autocomplete}"${placeholder ? html` placeholder="${placeholder}"` : ''}${shared} value="${value}">`
}

export const questionField = (name: string, question: Question, state: FormState): Html => {
  const { as, label, hint, isNeeded } = question
  const [value, error] = [state.typed[name], state.wrong[name]]
  if (as === 'yes-no') return choiceField(name, label, { yes: words.yes, no: words.no }, state)
  if (as === 'tick') return tickBox(name, question, value, error)
  return html`<div class="field">
<label for="${idOf(name)}">${label}${isNeeded ? html` <span class="needed">${words.needed}</span>` : ''}</label>
${hintOf(name, hint)}
${errorOf(name, error)}
${controlOf(name, question, value, error)}
</div>`
}

export const fileField = (
  name: string,
  { label, hint }: Pick<Question, 'label' | 'hint'>,
  accept: readonly string[],
  error: string | undefined,
): Html =>
  html`<div class="field">
<label for="${name}">${label}</label>
${hintOf(name, hint)}
${errorOf(name, error, true)}
<input type="file" id="${name}" name="${name}" accept="${accept.join(',')}"${described(name, hint, error)}>
</div>`

/** Optional questions, folded unless one of them has a value or an error. */
export const foldedSection = (
  title: string,
  names: readonly string[],
  inner: Html,
  { typed, wrong }: FormState,
): Html =>
  html`<details${names.some(name => typed[name] || wrong[name]) ? html` open` : ''}>
<summary>${title}</summary>
${inner}</details>`

/**
 * Errors at the head of a page, with links to the fields (https://www.w3.org/WAI/tutorials/forms/notifications/).
 * @param labels of all fields, in the order of the form
 */
export const errorSummary = (labels: FieldTexts, wrong: FieldTexts): Html | '' => {
  const lines = Object.entries(labels).flatMap(([name, label]) => {
    const error = wrong[name]
    return error === undefined ? [] : [html`<li><a href="#${idOf(name)}">${label ?? ''}</a>: ${error}</li>`]
  })
  if (lines.length === 0) return ''
  return html`<section class="summary" role="alert" aria-labelledby="summary"><h2 id="summary">${words.faults(lines.length)}</h2><ul>${lines}</ul></section>`
}

/** Values of these fields, each on one line, because records have no control characters. Empty fields are left out. */
export const typedTexts = (form: FieldTexts, names: readonly string[], lineEnd = ' '): FieldTexts =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = form[name]
      const lines = value?.split(/[\r\n\t]/).map(line => line.trim())
      return value ? [[name, lines!.filter(line => line !== '').join(lineEnd)]] : []
    }),
  )

export type FormResult<Value> =
  | { readonly kind: 'filled'; readonly value: Value }
  | ({ readonly kind: 'wrong' } & FormState)

interface FormReader<Schema> {
  readonly schema: Schema
  readonly typed: FieldTexts
  /** What the schema reads, if not `typed`. */
  readonly raw?: object
  /** Errors that the schema cannot find. */
  readonly more?: readonly FieldError[]
  message(field: string, error: FieldError): string
}

/** Returns what the form says, or the first error of each field beside what was typed. */
export const parseForm = <Schema extends z.ZodMiniType>(
  reader: FormReader<Schema>,
): FormResult<z.infer<Schema>> => {
  const { schema, typed, raw = typed, more = [], message } = reader
  const { data, error } = z.safeParse(schema, raw)
  const errors = [...(error ? fieldErrors(error.issues, raw, '') : []), ...more]
  if (errors.length === 0) return { kind: 'filled', value: data as z.infer<Schema> }
  const texts = errors.map(each => {
    const field = each.pointer.slice(1).replace('/', '.')
    return [field, message(field, each)] as const
  })
  return { kind: 'wrong', typed, wrong: Object.fromEntries(texts.reverse()) }
}
