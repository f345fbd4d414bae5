/** How a question of a form is answered. */
export interface QuestionKind {
  readonly as:
    | 'text'
    | 'long'
    | 'date'
    | 'number'
    | 'email'
    | 'tel'
    | 'yes-no'
    | 'consent'
    | readonly string[]
  readonly maxLength?: number
  /** What a browser may fill in (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill). */
  readonly autocomplete?: string
  /** Whether an answer needs it: that of an employer who knows the person, or every one that is signed. */
  readonly isNeeded?: true
}
