/** A question of a form, on a link's page or on an agent's phone. */
export interface Question {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  /** What is written, if not a line of text. */
  readonly as?: 'long' | 'date' | 'datetime-local' | 'number' | 'email' | 'tel' | 'tick'
  /** Values to words, all shown. */
  readonly choices?: Readonly<Record<string, string>>
  /** Values in a list to pick from. */
  readonly options?: readonly string[]
  readonly maxLength?: number
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly isNeeded?: boolean
}
