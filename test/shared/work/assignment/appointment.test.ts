import { describe, expect, it } from 'vitest'
import { findAppointment } from '../../../../shared/work/assignment/appointment.ts'

const at = '2026-11-22T13:00:00.000Z'
const afterHours = (hours: number): number => Date.parse(at) + hours * 3_600_000
const said = { at, saidAt: '2026-11-22T12:00:00.000Z', by: 'agent-1' }
const held = { status: 'claimed', agent: 'agent-1' } as const

describe('an appointment', () => {
  it('of an agent on the way holds for three hours, and while they hold the visit', () => {
    const appointment = { ...said, isOnTheWay: true }
    expect(findAppointment({ ...held, appointment }, afterHours(2.9))).toBe(appointment)
    expect(findAppointment({ ...held, appointment }, afterHours(3))).toBeUndefined()
    expect(findAppointment({ ...held, agent: 'agent-2', appointment }, afterHours(0))).toBeUndefined()
    expect(findAppointment({ ...held, status: 'open', appointment }, afterHours(0))).toBeUndefined()
  })

  it('that was agreed holds for a day after its time, whoever makes the visit, until there is a report', () => {
    const appointment = { ...said, isOnTheWay: false }
    expect(findAppointment({ ...held, agent: 'agent-2', appointment }, afterHours(23.9))).toBe(appointment)
    expect(findAppointment({ status: 'open', appointment }, afterHours(0))).toBe(appointment)
    expect(findAppointment({ ...held, appointment }, afterHours(24))).toBeUndefined()
    for (const status of ['reported', 'decided'] as const)
      expect(findAppointment({ ...held, status, appointment }, afterHours(0))).toBeUndefined()
  })

  it('is none where nobody said one', () => {
    expect(findAppointment(held, afterHours(0))).toBeUndefined()
  })
})
