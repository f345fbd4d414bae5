import * as z from 'zod/mini'
import type { FieldError } from '../../http/contract/problem.ts'
import { fieldErrors } from '../../http/field-errors.ts'
import { englishTexts } from '../../texts/english.ts'
import { Attestation } from '../../assignment/attestation-contract.ts'
import { type FieldName, questions } from './questions.ts'
import { attestationErrors } from './rule.ts'

/** What somebody typed, by field, as it came: it is shown to them again when something has to be corrected. */
export type FormInput = Readonly<Partial<Record<FieldName | 'claim', string>>>

/** What is wrong, by field. */
export type FormErrors = Readonly<Partial<Record<FieldName | 'claim', string>>>

export type FormResult =
  | { readonly kind: 'filled'; readonly attestation: Attestation }
  | { readonly kind: 'wrong'; readonly typed: FormInput; readonly wrong: FormErrors }

const names = ['claim', ...(Object.keys(questions) as FieldName[])] as const

/** A form as it came. */
type Sent = Readonly<Record<string, string | undefined>>

/** Nothing that the form takes is longer: what is cut off here, the schema refuses all the same. */
const longest = 2000

/** Lines of a comment become one: the record's text has no control characters. */
const typedIn = (form: Sent): FormInput =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = form[name]
      return value ? [[name, value.slice(0, longest).replace(/[\r\n\t]+/g, ' ')]] : []
    }),
  )

/** The body that the agent's road would have been sent: a field that was left empty is not in it. */
const bodyOf = ({ claim, ...rest }: FormInput): object => {
  const parts = (part: string) =>
    Object.fromEntries(
      Object.entries(rest)
        .filter(([name]) => name.startsWith(`${part}.`))
        .map(([name, value]) => [name.slice(part.length + 1), value]),
    )
  return { claim, details: parts('details'), employer: parts('employer'), attestator: parts('attestator') }
}

const fieldAt = (pointer: string): keyof FormErrors => pointer.slice(1).replace('/', '.') as keyof FormErrors

/** In a person's words. The detail of every other fault says what is expected. */
const said = ({ code, detail }: FieldError, field: keyof FormErrors): string => {
  if (field === 'claim') return englishTexts.forms.chooseOne
  if (field === 'details.employerConsented') return englishTexts.attest.consentMissing
  return code === 'required' && field !== 'attestator.email' ? englishTexts.forms.fillThisIn : detail
}

/**
 * Reads what a form sent: an attestation, or every fault beside what was typed.
 * @param today YYYY-MM-DD
 */
export const parseAttestationForm = (form: Sent, today: string): FormResult => {
  const typed = typedIn(form)
  const raw = bodyOf(typed)
  const parsed = z.safeParse(Attestation, raw)
  const errors = [
    ...(parsed.success ? [] : fieldErrors(parsed.error.issues, raw, '')),
    ...attestationErrors(raw, today),
  ]
  if (parsed.success && errors.length === 0) return { kind: 'filled', attestation: parsed.data }
  // The schema's word on a field comes first, and is kept.
  const byField = errors.map(error => [fieldAt(error.pointer), said(error, fieldAt(error.pointer))] as const)
  return { kind: 'wrong', typed, wrong: Object.fromEntries(byField.reverse()) }
}
