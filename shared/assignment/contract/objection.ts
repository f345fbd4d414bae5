/** Who may object to a decision. */
export const parties = ['customer', 'applicant'] as const
export type Party = (typeof parties)[number]

/** Why: it was about somebody else, or another place or employer; it has changed since; details are wrong; the evidence does not show it. */
export const grounds = ['wrongPerson', 'wrongPlace', 'changed', 'wrongDetails', 'evidence', 'other'] as const
export type Ground = (typeof grounds)[number]
