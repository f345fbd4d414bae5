export interface QuestionKind {
  readonly as: 'text' | 'long' | 'date' | 'number' | 'email' | 'tel' | 'yes-no' | 'tick' | readonly string[]
  readonly maxLength?: number
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly isNeeded?: true
}
