import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { nextCursorText, pageParameters } from '../http/reference.ts'
import { foundCaseTexts } from '../work/case-search-reference.ts'
import { Mended, MendStuck, OpenCase, OpenCases, Overview } from './contract.ts'
import { overviewRoutes } from './routes.ts'

const at = '2026-11-20T09:31:00.000Z'

const stuckIdText = [
  'The id of what is stuck: the organisation and the verification, or the event and its endpoint.',
  '1-890123456789012',
] as const
const actionText = ['What repairs it.', 'release'] as const
const workerIdText = ['The id of the person or client.', 'agent-1'] as const
const stateText = ['The state. `staged`: a decision waits for a second reviewer.', 'open'] as const
const medianText = [
  'The median time from order to decision, in minutes; at most a tenth off.',
  1450,
  'Null without decisions.',
] as const

export const overviewSchemaTexts: readonly SchemaText[] = [
  describeSchema(Overview, 'The state of the service in one mode. It names no customer’s people.', {
    at: ['When it was read.', at],
    mode: ['The mode that it is about: that of the caller.', 'live'],
    stuck: [
      'What does not move on by itself.',
      {
        items: [
          'At most 100, the longest first.',
          {
            id: stuckIdText,
            caseId: [
              'The id of the case.',
              '1-890123456789012',
              'Null of a look-up, and of an event about an endpoint.',
            ],
            kind: ['Why it is stuck.', 'held'],
            action: actionText,
            since: ['Since when.', at],
            by: ['The agent who holds it.', 'agent-1', 'Null unless somebody holds it.'],
            lgaId: ['The id of the LGA of its address.', 2414, 'Null where it is about no address.'],
            photosAwaited: ['How many photos were recorded and not uploaded.', 0],
          },
        ],
        isMore: ['Whether there is more than is listed.', false],
      },
    ],
    work: [
      'Live work, without back-checks.',
      {
        states: [
          'The number of assignments by state and due time.',
          {
            state: stateText,
            dueLater: ['How many are due in more than a day.', 12],
            dueSoon: ['How many are due within a day.', 3],
            late: ['How many are late.', 1],
          },
        ],
        lateBy: [
          'How late the late ones are. Each step begins where the one before ends.',
          {
            upTo: ['The end of the step; `more` has none.', '6h'],
            count: ['How many are in this step.', 1],
          },
        ],
        places: [
          'The same work by LGA, by id. An LGA without work is left out.',
          {
            lgaId: ['The id of the LGA.', 2414, 'Null of work from a desk, such as employments.'],
            dueLater: ['How many are due in more than a day.', 12],
            dueSoon: ['How many are due within a day.', 3],
            late: ['How many are late.', 1],
          },
        ],
        backChecks: ['How many back-checks are open.', 2],
        isMore: ['Whether there is more work than was counted: 5,000 assignments.', false],
      },
    ],
    ended: [
      'What has ended, in the last 7 days and in all days with statistics.',
      {
        days: ['The number of days.', 7],
        products: [
          'The outcomes by product.',
          {
            product: ['The product.', 'address'],
            outcomes: [
              'The number of verifications by outcome.',
              { status: ['The `subStatus`.', 'VERIFIED'], count: ['How many ended so.', 41] },
            ],
            medianMinutes: medianText,
            p90Minutes: [
              'The time within which nine in ten were decided, in minutes; at most a tenth off.',
              2600,
              'Null without decisions.',
            ],
          },
        ],
      },
    ],
    daily: [
      'The same by day, oldest first.',
      {
        day: ['The day, in UTC.', '2026-11-20'],
        ended: ['How many ended.', 9],
        medianMinutes: medianText,
      },
    ],
    agents: [
      'What each agent holds now, and how their reports were judged.',
      {
        id: workerIdText,
        claimed: ['How many visits they hold.', 2],
        reported: ['How many of their reports wait for a reviewer.', 1],
        approved: ['How many were approved.', 30],
        rejected: ['How many were rejected.', 4],
        returned: ['How many were returned to them.', 2],
        agreed: ['How many decisions agree with their findings.', 33],
        backChecked: ['How many visits were repeated by somebody else.', 5],
        backCheckAgreed: ['How many of these agree.', 5],
      },
    ],
    reviewers: [
      'What each reviewer decided.',
      {
        id: workerIdText,
        approved: ['How many they approved.', 28],
        rejected: ['How many they rejected.', 3],
        returned: ['How many they returned.', 2],
        staged: ['How many decisions of theirs another reviewer had to confirm.', 1],
        against: [
          'How many they decided against what was found, by the reason that they gave.',
          { reason: ['The reason.', 'wording'], count: ['How often they gave it.', 1] },
        ],
        alone: ['How many they approved against what was found, without a second reviewer.', 0],
        overFlags: ['How many they approved whose visit had strong flags, which they answered in words.', 2],
        medianWaitMinutes: [
          'The median time from report to decision, in minutes; at most a tenth off.',
          55,
          'Null without decisions.',
        ],
      },
    ],
    deliveries: [
      'Deliveries to customers’ endpoints, by the last attempt of each event.',
      {
        hours: ['How many hours are counted.', 72],
        delivered: ['How many arrived.', 120],
        failed: ['How many were given up.', 0],
        waiting: ['How many wait for another attempt.', 2],
        isMore: ['Whether there are more than were counted.', false],
        endpoints: [
          'Endpoints that fail, or that the service disabled.',
          {
            organisationId: ['The id of the customer’s organisation.', 12],
            endpointId: ['The id of the endpoint.', 890123456789030],
            state: ['`off`: the service disabled it.', 'failing'],
            since: ['Since when.', at, 'Null if nobody knows.'],
          },
        ],
      },
    ],
    registries: ['The health of each registry.'],
  }),
  describeSchema(OpenCase, 'A case that a number counts. What identifies the applicant is masked.', {
    ...foundCaseTexts,
    id: [
      'The id of the work at the desk; that of a dispute or a back-check is its own.',
      '1-890123456789012',
    ],
    state: [
      'The state. `staged`: a decision waits for a second reviewer. `decided` only in `visited`.',
      'open',
    ],
    isBackCheck: ['Whether it is a back-check: a second visit after the decision.', false],
    lgaId: ['The id of the LGA of its address.', 2411, 'Null of work from a desk.'],
    dueAt: ['When it is due.', at],
    agent: ['Who holds or reported it.', 'agent-1', 'Null while anybody can claim it.'],
  }),
  describeSchema(OpenCases, 'A page of cases, due first.', {
    data: ['The cases.'],
    nextCursor: nextCursorText,
  }),
  describeSchema(MendStuck, 'What to do about something that is stuck.', {
    action: ['The action that the overview names for it.', 'release'],
  }),
  describeSchema(Mended, 'What was done.', { id: stuckIdText, action: actionText }),
]

export const overviewOperationTexts = describeRoutes(overviewRoutes, {
  getOverview: {
    does: 'Reads the state of the service in the caller’s mode: work, turnaround, people, deliveries, registries, and what is stuck.',
    costs: free,
    returns: 'One page. Nothing in it identifies an applicant.',
    events: [],
  },
  listOpenCases: {
    does: 'Lists the cases that a number of the overview or of the fieldwork health counts, of all organisations in the caller’s mode.',
    costs: free,
    returns:
      'A page, due first, and the cursor of the next one. A case that was erased meanwhile is left out.',
    events: [],
    parameters: {
      ...pageParameters,
      list: [
        '`cases`, `backChecks`, `visits` that are not reported, or what was `visited` today. Without it: cases, and with `agent` back-checks, too.',
        'cases',
      ],
      state: ['Only cases in this state.', 'open'],
      due: ['Only cases that are late, due within a day or due later.', 'late'],
      lateBy: ['Only cases in this step of lateness.', '6h'],
      stateId: ['Only cases in this state of Nigeria, by its id.', 24],
      lgaId: ['Only cases in this LGA, by its id; 0 for work from a desk.', 2411],
      agent: [
        'Only what this agent holds (`claimed`) or has reported (`reported`, staged decisions included), without disputes.',
        'agent-1',
      ],
      flags: ['Only cases whose visit has flags: `strong` ones, or `any`.', 'strong'],
    },
    details:
      'The same rule counts and lists: the list of a number is as long as the number. `visits` needs a state, an LGA or an agent; it has what agents hold first, then what nobody holds, and reads what it shows. `visited` is of today by the clock of the places, the first report first; it is not narrowed by `state`, `due` and `lateBy`, as `visits` are not by `flags`. Both have back-checks, which are visits, too.',
  },
  mendStuck: {
    does: 'Repairs something that is stuck, by the action that the overview names for it.',
    costs: free,
    returns: '200 with what was done. If it moves again by itself, 409 `not_stuck`.',
    events: ['address.verification_completed', 'employment.verification_completed'],
    parameters: { id: stuckIdText },
    details:
      '`expire` ends a verification that nobody claimed: its customer is notified and pays nothing. `release` releases an agent’s claim of a late visit. `delay` marks it as late, as its workflow would have done. `reconcile` checks everything that its organisation has open. `send` makes a new link and sends it. `resend` sends an event to its endpoint again.',
  },
})
