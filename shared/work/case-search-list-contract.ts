/** `isPersonal`: what is searched may name somebody, so that it is in no link. */
export const caseSearchFields = {
  id: { title: 'Id of the verification', isPersonal: false },
  customerReference: { title: 'Customer’s reference', isPersonal: true },
  name: { title: 'Full name', isPersonal: true },
  phone: { title: 'Phone number', isPersonal: true },
  lga: { title: 'LGA, by its id', isPersonal: false },
  agent: { title: 'Agent', isPersonal: false },
  reviewer: { title: 'Reviewer', isPersonal: false },
  outcome: { title: 'Outcome', isPersonal: false },
  time: { title: 'Time of the order', isPersonal: false },
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
