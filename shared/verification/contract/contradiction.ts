/** Why a reviewer decides against what was found: for the desk, and for the customer's report. */
export const contradictionReasons = {
  evidence: 'Photos or documents show otherwise',
  statement: 'Somebody who was asked says otherwise',
  wording: 'Another word or spelling for the same',
  minor: 'The difference is too small to matter',
  mistake: 'The report has a mistake',
  other: 'Another reason',
} as const
/** What a decision itself has to be asked about, as flags are of a visit: nobody has to answer before it is made. */
export const decisionFlags = {
  approved_alone: {
    weight: 'strong',
    reason: 'Approved against what was found, and no second reviewer confirmed it.',
  },
} as const
export type DecisionFlag = keyof typeof decisionFlags

export type ContradictionReason = keyof typeof contradictionReasons
