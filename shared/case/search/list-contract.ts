/**
 * `isPersonal`: what is searched may name somebody, so that it is in no link. `isOfCase`: it is of one case, or one person,
 * so that words may go with it, which end with them.
 */
export const caseSearchFields = {
  id: { title: 'Id of the verification', isPersonal: false, isOfCase: true },
  customerReference: { title: 'Customer’s reference', isPersonal: true, isOfCase: true },
  name: { title: 'Full name', isPersonal: true, isOfCase: true },
  phone: { title: 'Phone number', isPersonal: true, isOfCase: true },
  lga: { title: 'LGA, by its id', isPersonal: false, isOfCase: false },
  agent: { title: 'Agent', isPersonal: false, isOfCase: false },
  reviewer: { title: 'Reviewer', isPersonal: false, isOfCase: false },
  outcome: { title: 'Outcome', isPersonal: false, isOfCase: false },
  time: { title: 'Time of the order', isPersonal: false, isOfCase: false },
} as const
export type CaseSearchField = keyof typeof caseSearchFields

/** Why somebody may search. `needsWords`: they say more. */
export const searchPurposes = {
  customer: { title: 'The customer asks', needsWords: false },
  applicant: { title: 'The applicant or employer asks', needsWords: false },
  handOver: { title: 'Work of a colleague', needsWords: false },
  quality: { title: 'Quality check', needsWords: false },
  incident: { title: 'Incident, fraud or breach', needsWords: true },
  other: { title: 'Another reason', needsWords: true },
} as const
export type SearchPurpose = keyof typeof searchPurposes
