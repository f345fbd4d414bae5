/**
 * What a link is for: the one list. A purpose's code is part of every link that was ever sent, so it never changes.
 * `path` leads to its page, below which the token stands; `lastsDays` is how long it is good; `answers` is whose word is
 * given there, as the trail has it.
 */
export const purposes = {
  /** The employer's contact says what is true of the employment. */
  attest: { code: 1, path: '/v1/attest', lastsDays: 14, answers: 'employer' },
  /** The applicant hears who asks and why, and says what helps the visit. */
  applicant: { code: 2, path: '/v1/applicant', lastsDays: 14, answers: 'applicant' },
  /** The applicant is asked for documents, since the employer did not answer. */
  documents: { code: 3, path: '/v1/documents', lastsDays: 7, answers: 'applicant' },
  /** The applicant hears what came of their objection, on the page that they made it on. */
  objection: { code: 4, path: '/v1/applicant', lastsDays: 30, answers: 'applicant' },
} as const

export type LinkPurpose = keyof typeof purposes

const byCode = new Map<number, LinkPurpose>(
  Object.entries(purposes).map(([purpose, { code }]) => [code, purpose as LinkPurpose]),
)

/** The purpose of this code, if there is one. */
export const purposeOf = (code: number): LinkPurpose | undefined => byCode.get(code)
