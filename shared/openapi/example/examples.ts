/** Examples of answers: by status, by name. */
export type Examples = Readonly<Record<number, Readonly<Record<string, unknown>>>>

/** What an operation is asked and answers, as it is shown. */
export interface OperationExample {
  readonly body?: object
  readonly parameters?: Readonly<Record<string, string | number>>
  readonly answers: Examples
}
