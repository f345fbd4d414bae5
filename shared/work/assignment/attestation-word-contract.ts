/** What an employer can say first. The last one is no report: the agent goes on asking. */
export const employmentConfirmations = ['worksHere', 'workedHere', 'neverWorkedHere', 'mayNotAnswer'] as const
export type EmploymentConfirmation = (typeof employmentConfirmations)[number]

/** Interface §2.6 shows one value of each (`Full-Time`, `Monthly`). */
export const employmentTypes = ['Full-Time', 'Part-Time', 'Contract', 'Temporary', 'Internship'] as const
export const compensationRates = ['Hourly', 'Daily', 'Weekly', 'Monthly', 'Yearly'] as const
export const terminations = ['Voluntary', 'Dismissed', 'Redundant', 'End of contract', 'Retired'] as const
export const companySizes = ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001+'] as const

export const sources = ['phone', 'visit'] as const
