/** The parameters of a message, `{organisation}` and so on; `until` is the last day of the link. */
export type TextParameters = Readonly<
  Record<'organisation' | 'applicant' | 'employer' | 'matter' | 'until' | 'link', string>
>

export interface QuestionText {
  readonly label: string
  readonly hint?: string
}

/** A page that says one thing. */
export interface NoticeText {
  readonly title: string
  readonly text: string
}

/** The names in the matter that an applicant's page is about; `place` is a street with its town. */
export interface CheckedMatter {
  readonly organisation: string
  readonly place: string
  readonly business: string | undefined
  readonly employer: string | undefined
}

/** Fills in the parameters of a text; a value that looks like a parameter stays as it is. */
export const fillTemplate = (text: string, parameters: TextParameters): string =>
  text.replace(/\{(\w+)\}/g, (_, name: keyof TextParameters) => parameters[name])
