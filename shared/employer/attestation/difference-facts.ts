import { normaliseWords } from '../../verification/duplicate.ts'
import type { EmploymentReport } from '../../verification/report.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import type { EmploymentConfirmation } from '../../assignment/attestation-contract.ts'
import { pluralise, fact } from './fact.ts'
import type { Fact } from './fact-contract.ts'

const dayMs = 86_400_000

/** From one day to another, both YYYY-MM-DD; negative where the second is earlier. */
const daysBetween = (one: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(one)) / dayMs)

const dayFact = (
  code: 'startDiffers' | 'endDiffers',
  noun: 'first' | 'last',
  claimed: string | undefined,
  attested: string | undefined,
): Fact[] => {
  if (!claimed || !attested || claimed === attested) return []
  const days = daysBetween(claimed, attested)
  const apart = `${pluralise(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`
  const text = `The ${noun} day is ${attested}, ${apart} than in the order (${claimed}).`
  return [fact(code, text)]
}

const titleFacts = (claimed: string | undefined, attested: string | undefined): Fact[] =>
  !claimed || !attested || normaliseWords(claimed) === normaliseWords(attested)
    ? []
    : [fact('titleDiffers', `The job title is “${attested}”. The order says “${claimed}”.`)]

const employedFacts = (isClaimed: boolean, claim: EmploymentConfirmation): Fact[] => {
  if (claim === 'worksHere' && !isClaimed)
    return [fact('employedDiffers', 'The person still works there. The order says that it has ended.')]
  if (claim === 'workedHere' && isClaimed)
    return [fact('employedDiffers', 'The person has left. The order says that they still work there.')]
  return []
}

/** Where the employer's word differs from the order, which was not shown to them. */
export const differenceFacts = (
  order: EmploymentVerification,
  { details }: EmploymentReport,
  claim: EmploymentConfirmation,
): readonly Fact[] => [
  ...employedFacts(order.currentlyEmployed, claim),
  ...titleFacts(order.jobTitle, details.employeeTitle),
  ...dayFact('startDiffers', 'first', order.startDate, details.employeeStartDate),
  ...dayFact('endDiffers', 'last', order.endDate, details.employeeEndDate),
]
