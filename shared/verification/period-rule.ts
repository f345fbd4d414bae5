import { fieldsOf, type InputRule } from '../http/input-rule.ts'

/** An employment cannot end before it starts. */
export const periodRule: InputRule = ({ body }) => {
  const { startDate, endDate } = fieldsOf(body)
  const isReversed = typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate
  const detail = 'The employment ends before it starts.'
  return isReversed ? [{ pointer: '/endDate', code: 'before_start', detail }] : []
}
