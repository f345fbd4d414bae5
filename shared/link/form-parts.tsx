import type { ComponentChildren } from 'preact'
import { englishTexts } from '../texts/english.ts'
import { describedBy, Field, FieldFault, Hint, idOf } from './field.tsx'
import type { FieldTexts, FormState } from './form.ts'
import type { Question } from './question.ts'

const words = englishTexts.forms

interface EnteredProps {
  readonly question: Question
  readonly entered: FormState
}

/** A question with what was entered, and what is wrong with it. */
export const EnteredField = ({ question, entered: { typed, wrong } }: EnteredProps) => (
  <Field question={question} value={typed[question.name]} error={wrong[question.name]} marks={words} />
)

interface FileProps {
  readonly question: Pick<Question, 'name' | 'label' | 'hint'>
  readonly accept: readonly string[]
  readonly error: string | undefined
}

export const FileField = ({ question, accept, error }: FileProps) => {
  const { name, label, hint } = question
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <Hint name={name} text={hint} />
      <FieldFault name={name} text={error} isAlert />
      <input type="file" id={name} name={name} accept={accept.join(',')} {...describedBy(question, error)} />
    </div>
  )
}

interface FoldedProps {
  readonly title: string
  readonly names: readonly string[]
  readonly entered: FormState
  readonly children: ComponentChildren
}

/** Optional questions, folded unless one of them has a value or an error. */
export const FoldedSection = ({ title, names, entered: { typed, wrong }, children }: FoldedProps) => (
  <details open={names.some(name => typed[name] || wrong[name])}>
    <summary>{title}</summary>
    {children}
  </details>
)

interface SummaryProps {
  /** Of all fields, in the order of the form. */
  readonly labels: FieldTexts
  readonly wrong: FieldTexts
}

/** Errors at the head of a page, with links to the fields (https://www.w3.org/WAI/tutorials/forms/notifications/). */
export const ErrorSummary = ({ labels, wrong }: SummaryProps) => {
  const faults = Object.entries(labels).filter(([name]) => wrong[name] !== undefined)
  if (faults.length === 0) return null
  return (
    <section class="summary" role="alert" aria-labelledby="summary">
      <h2 id="summary">{words.faults(faults.length)}</h2>
      <ul>
        {faults.map(([name, label]) => (
          <li key={name}>
            <a href={`#${idOf(name)}`}>{label}</a>: {wrong[name]}
          </li>
        ))}
      </ul>
    </section>
  )
}
