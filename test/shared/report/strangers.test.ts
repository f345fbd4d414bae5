import { expect, it } from 'vitest'
import { addressDocument } from '../../../shared/report/address-report.ts'
import { employmentDocument } from '../../../shared/report/employment-report.ts'
import { address, employer, employment, pageOf, visit } from '../../support/reports.ts'
import { strangersTexts } from '../../support/strangers.ts'

/** Words of ours, and what is read by its form: no stranger writes them. */
const ours =
  /^(at|mode|product|outcome|idNumberLast4|businessType|.*At|.*Date|latitude|longitude|precision|dob|slot|what|by|claim|source|kind|channel|contactFrom)$/

/** The same with this text wherever a stranger may have written something. */
const writtenIn = <Value>(value: Value, text: string, name = ''): Value => {
  if (typeof value === 'string') return (ours.test(name) ? value : text) as Value
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(each => writtenIn(each, text, name)) as Value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, writtenIn(each, text, key)]),
  ) as Value
}

const business = {
  businessName: 'calm',
  businessType: 'Formal',
  canContactPoc: true,
  rcNumber: 'calm',
} as const
const found = {
  area: 'calm',
  name: 'calm',
  nameFound: 'calm',
  type: 'calm',
  isKnown: true,
  isOwnerKnown: true,
  ownerVisitsFrequently: true,
}
const verification = address({ product: 'business-address', business })
const visited = visit({
  verification: { ...verification, report: { ...verification.report!, business: found } },
})
const said = employer({
  verification: employment({
    report: {
      ...employment().report!,
      maritalStatus: 'calm',
      details: {
        ...employment().report!.details,
        averageHours: 'calm',
        compensationRate: 'calm',
        jobBenefits: 'calm',
        jobLeaveReason: 'calm',
        jobTermination: 'calm',
        offence: 'calm',
        salaryRange: 'calm',
        supervisorEmail: 'calm',
        supervisorName: 'calm',
        supervisorPhone: 'calm',
        supervisorTitle: 'calm',
      },
      employer: { ...employment().report!.employer, companySize: 'calm', industry: 'calm' },
      attestator: { ...employment().report!.attestator, phone: 'calm' },
    },
  }),
})

/** Every tag of both reports, with all that stands in it. */
const tagsWith = (text: string): readonly string[] =>
  [addressDocument(writtenIn(visited, text)), employmentDocument(writtenIn(said, text))].flatMap(
    document => pageOf(document).match(/<[^>]*>?/g) ?? [],
  )

const calm = tagsWith('calm')

it.each(strangersTexts.filter(text => text.trim() !== ''))('shows %j as text, wherever it stands', text => {
  const shape = (tags: readonly string[]) => tags.map(tag => tag.replace(/class="mark \w+"/, 'class="mark"'))
  expect(shape(tagsWith(text))).toEqual(shape(calm))
})

it('was tried in every field that a report shows', () => {
  const shown = pageOf(addressDocument(writtenIn(visited, 'Stranger'))).match(/<bdi>Stranger/g) ?? []
  const heard = pageOf(employmentDocument(writtenIn(said, 'Stranger'))).match(/<bdi>Stranger/g) ?? []
  expect([shown.length, heard.length]).toEqual([19, 31])
})
