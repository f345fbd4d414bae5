import { describeRoutes, describeSchema, free, type SchemaText, type TextsOf } from '../http/describe.ts'
import { AgentFieldwork, FieldworkHealth, FieldworkLine } from './contract.ts'
import { fieldworkNumbers } from './numbers-contract.ts'
import { fieldworkRoutes } from './routes.ts'

const at = '2026-11-20T09:31:00.000Z'

const medianText = [
  'The median time from the order to the visit, of the visits of today, in minutes.',
  1490,
  'Null without visits.',
] as const

const lineTexts = {
  ...Object.fromEntries(
    Object.entries(fieldworkNumbers).map(([name, [, meaning, example]]) => [name, [meaning, example]]),
  ),
  medianMinutes: medianText,
} as unknown as TextsOf<typeof FieldworkLine>

const toText = (name: keyof typeof fieldworkNumbers) => {
  const [, meaning, example] = fieldworkNumbers[name]
  return [meaning, example] as const
}

const agentTexts: TextsOf<typeof AgentFieldwork> = {
  id: ['The id of the agent.', 'agent-1'],
  teamId: ['The id of their team.', 'kano', 'Null for whoever is in no team.'],
  plan: ['Visits that they can make in a day; 0 for whoever is in no team.', 8],
  done: ['Their visits whose report came today.', 5],
  unsentReports: toText('unsentReports'),
  unsentPhotos: toText('unsentPhotos'),
  unsentAt: ['When a phone of theirs said last that it holds something.', at, 'Null where none does.'],
  stronglyFlagged: toText('stronglyFlagged'),
  flagged: toText('flagged'),
  medianMinutes: medianText,
}

export const fieldworkSchemaTexts: readonly SchemaText[] = [
  describeSchema(FieldworkLine, 'What is counted of an area.', lineTexts),
  describeSchema(AgentFieldwork, 'What is counted of an agent.', agentTexts),
  describeSchema(FieldworkHealth, 'How the fieldwork of today goes. It names no customer’s people.', {
    mode: ['The mode that it is about: that of the caller.', 'live'],
    stateId: ['The state that it is about, by its id.', 24, 'Null of the country.'],
    workingDay: [
      'When agents visit, from Monday to Saturday.',
      {
        fromHour: ['The hour at which the day begins.', 8],
        toHour: ['The hour at which it ends.', 18],
        timeZone: ['The time zone of the places, by its name in the IANA database.', 'Africa/Lagos'],
      },
    ],
    counted: [
      'The last count.',
      {
        at: ['When it was counted.', at],
        day: ['Which day “today” is, by the clock of the places.', '2026-11-20'],
        dayPercent: ['How much of the working day was over, in percent; 0 on a Sunday.', 25],
        area: ['The whole area.'],
        places: [
          'The same by state, or by LGA of a state. A place without agents and visits is left out.',
          { id: ['The id of the state or LGA.', 2411], ...lineTexts },
        ],
        agents: [
          'At most 100 agents of the area, who needs a look first: whose phone holds most, then who has most strong flags, then who has done least of their plan.',
        ],
        isMore: ['Whether there are more agents.', false],
      },
      'Null until the first count.',
    ],
  }),
]

export const fieldworkOperationTexts = describeRoutes(fieldworkRoutes, {
  getFieldworkHealth: {
    does: 'Reads how the fieldwork of today goes, for supervisors: what the teams can do, what is done, what should be done by now, what is late, and what is on phones alone.',
    costs: free,
    returns: 'The numbers of the country by state, or of a state by LGA, as they were counted last.',
    events: [],
    parameters: { stateId: ['Of this state alone, by its id.', 24] },
    details:
      'The service counts every five minutes. By now, the part of the plan is expected that corresponds to the part of the working day that is over; where there is less to do than the agents can do, all that there is to do counts in place of the plan. What is of agents (plan, agents, unsent) counts in every LGA where their team works, so that LGAs do not add up to their state. Second visits are visits, too; calls to employers are not.',
  },
})
