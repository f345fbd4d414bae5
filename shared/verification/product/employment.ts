import { fieldsOf, type InputRule } from '../../http/input-rule.ts'
import { employmentRecord, toCreatedEmployment } from '../answer/employment.ts'
import type { CreateEmployment } from '../contract/employment.ts'
import { words } from '../duplicate.ts'
import { acceptedFrom, given } from '../order.ts'
import type { EmploymentVerification } from '../verification.ts'
import type { ProductDefinition } from './definition.ts'

/** An employment cannot end before it starts. */
const periodRule: InputRule = ({ body }) => {
  const { startDate, endDate } = fieldsOf(body)
  const isReversed = typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate
  const detail = 'The employment ends before it starts.'
  return isReversed ? [{ pointer: '/endDate', code: 'before_start', detail }] : []
}

/** A job with the employer that is named. */
export const employment: ProductDefinition<EmploymentVerification, CreateEmployment> = {
  noun: 'employment',
  path: '/v1/employments',
  priceNgn: 3000,
  decidable: ['verified', 'notAnEmployee', 'detailsMismatch', 'employerUnreachable'],
  rule: periodRule,
  order: (body, context) =>
    given({
      product: 'employment',
      ...acceptedFrom(body, context),
      employerName: body.employerName,
      employerEmail: body.employerEmail,
      employerPhone: body.employerPhone,
      contactPersonName: body.contactPersonName,
      jobTitle: body.jobTitle,
      startDate: body.startDate,
      endDate: body.endDate,
      currentlyEmployed: body.currentlyEmployed ?? body.endDate === undefined,
      canContactPoc: body.canContactPoc ?? false,
      consentReference: body.consentReference,
    }),
  subjectOf: ({ employerName, employerEmail }) => [words(employerName), employerEmail.toLowerCase()],
  toCreated: toCreatedEmployment,
  toRecord: employmentRecord,
}
