import { maxAppointments } from '../assignment/appointment.ts'
import { assignmentIdText } from '../assignment/reference.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { retentionDays } from '../table/retention.ts'
import { AppointmentResponse, OwnQuality, SetAppointment, StandingAppointment } from './day-contract.ts'
import { dayRoutes } from './day-routes.ts'

const parameters = { id: assignmentIdText } as const
const appointment = {
  at: ['When the agent comes. Of an agent on the way: from when, for an hour.', '2026-11-22T13:00:00.000Z'],
  isOnTheWay: ['Whether the agent is on the way; else the time was agreed with the applicant.', true],
} as const
const said = { ...appointment, saidAt: ['When the agent said it.', '2026-11-22T12:20:00.000Z'] } as const

export const daySchemaTexts: readonly SchemaText[] = [
  describeSchema(SetAppointment, 'When an agent comes.', appointment),
  describeSchema(StandingAppointment, 'When the agent comes, as they said last.', said),
  describeSchema(AppointmentResponse, 'The appointment of a visit.', { id: assignmentIdText, ...said }),
  describeSchema(OwnQuality, 'What became of an agent’s own reports.', {
    since: ['From when they are counted: by the time of the decision.', '2026-10-23T12:20:00.000Z'],
    decided: ['How many were decided.', 120],
    asFound: ['How many of them as the agent had found, or with findings that left it open.', 114],
    otherwise: ['How many of them otherwise.', 6],
    returned: ['How many of them were returned for a correction before.', 4],
    strongFlags: ['How many strong flags they had.', 1],
    weakFlags: ['How many weak flags they had.', 22],
    secondVisits: ['How many of the agent’s visits another agent repeated.', 5],
    secondVisitsAgree: ['How many of these found what was decided.', 5],
  }),
]

const isRead = 'The applicant reads it on the page behind their link, if they have one. No message is sent.'

export const dayOperationTexts = describeRoutes(dayRoutes, {
  setAppointment: {
    does: 'Notes when the agent comes: a time that was agreed with the applicant, or the hour in which an agent on the way arrives.',
    costs: free,
    returns: '200. A later call replaces an earlier one.',
    events: [],
    details: `A visit takes ${maxAppointments} of them, whoever holds it. \`at\` lies within two weeks from now, and of an agent on the way within twelve hours. ${isRead} An agreed time is shown for a day after it, also to the next agent where the visit goes to another; that somebody is on the way, for three hours and while they hold the visit.`,
    parameters,
  },
  deleteAppointment: {
    does: 'Takes back when the agent comes.',
    costs: free,
    returns: '204, also where nothing was said.',
    events: [],
    details: isRead,
    parameters,
  },
  getOwnQuality: {
    does: 'Counts what reviewers and second visits made of the caller’s reports that were decided within 30 days.',
    costs: free,
    returns: '200. It names no report.',
    events: [],
    details: `Reports that wait for a reviewer are not counted. The outcomes are kept for ${retentionDays.agentOutcome} days.`,
  },
})
