import type { FieldError } from '../../http/contract/problem.ts'
import { toUtcDay } from '../../http/contract/reading.ts'
import { bodyFields, type InputRule, readDay } from '../../http/contract/text.ts'
import { type CreateEmployment, employmentFields, isYes } from '../contract/employment.ts'
import { type CreatedEmployment, toCreatedEmployment } from '../employment-response.ts'
import { applicantRule, toAcceptedRecord } from '../order.ts'
import type { EmploymentVerification } from '../verification.ts'
import type { ProductDefinition } from './definition.ts'

const yearLater = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`

/** What cannot be of an employment: ending before it starts, going on after its end, starting in the far future. */
const impossible = (body: object, today: string): FieldError[] => {
  const { startDate: start, endDate: end, currentlyEmployed } = bodyFields(body)
  const [from, to] = [readDay(start), readDay(end)]
  const errors: FieldError[] = []
  if (from && to && to < from)
    errors.push({
      pointer: '/endDate',
      code: 'before_start',
      detail: 'The employment ends before it starts.',
    })
  if (from && from > yearLater(today))
    errors.push({ pointer: '/startDate', code: 'out_of_range', detail: 'Expected a date within a year.' })
  if (to && to < today && isYes(currentlyEmployed))
    errors.push({ pointer: '/currentlyEmployed', code: 'after_end', detail: 'The employment has ended.' })
  return errors
}

const periodRule: InputRule = ({ body, nowMs }) => impossible(bodyFields(body), toUtcDay(nowMs))

export const employment: ProductDefinition<EmploymentVerification, CreateEmployment, CreatedEmployment> = {
  name: 'employment',
  priceNgn: 3000,
  fields: employmentFields,
  rule: input => [...periodRule(input), ...applicantRule(input)],
  order: (body, context) => ({
    product: 'employment',
    ...toAcceptedRecord(employmentFields, body, context),
    currentlyEmployed: body.currentlyEmployed ?? body.endDate === undefined,
    canContactPoc: body.canContactPoc ?? false,
  }),
  toCreated: toCreatedEmployment,
}
