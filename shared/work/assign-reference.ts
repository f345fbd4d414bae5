import { assignmentIdText } from '../assignment/reference.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { nextCursorText, pageParameters } from '../http/reference.ts'
import { AssignedWork, AssignWork, AssigneeProposals } from './assign-contract.ts'
import { assignRoutes } from './assign-routes.ts'

const at = '2026-11-20T09:31:00.000Z'
const agentText = 'The id of the agent, a person or a client, who is in a team.'

export const assignSchemaTexts: readonly SchemaText[] = [
  describeSchema(AssignWork, 'Whom to give which visits, at most 50 of them.', {
    assignees: [
      'Each assignment once.',
      {
        id: assignmentIdText,
        agent: [agentText, 'agent-1', 'Null takes it from whoever holds it.'],
      },
    ],
  }),
  describeSchema(AssignedWork, 'What came of each, in the order of the request.', {
    data: [
      'The assignments.',
      {
        id: assignmentIdText,
        agent: [agentText, 'agent-1', 'Null of what was to be taken back.'],
        result: [
          '`assigned` or `unassigned`; or why not: `no_such_agent` is in no team, `cannot_do` does not do such work, `own_visit` had a part in it before, `too_many_claims` holds as many as they can do in a day, `already_claimed` somebody was faster.',
          'assigned',
        ],
        leaseUntil: [
          'Until when the agent can accept it; after that it is open again.',
          at,
          'Null of what was not assigned.',
        ],
      },
    ],
  }),
  describeSchema(AssigneeProposals, 'A page of open visits, the latest first, each with an agent.', {
    data: [
      'The visits.',
      {
        id: assignmentIdText,
        product: ['What the customer ordered.', 'address'],
        dueAt: ['When it is due.', at],
        agent: ['Who could do it.', 'agent-1', 'Null where nobody can who has time.'],
        refusals: [
          'Who gave it back before, the last ten.',
          {
            agent: ['The agent.', 'agent-2'],
            reason: ['Why.', 'tooFar'],
            at: ['When.', at],
          },
        ],
      },
    ],
    nextCursor: nextCursorText,
    agents: [
      'The agents of the LGA, at most 100, and how much they can still take.',
      {
        agent: ['The agent.', 'agent-1'],
        left: ['How many more visits they can hold.', 6],
      },
    ],
  }),
]

export const assignOperationTexts = describeRoutes(assignRoutes, {
  assignWork: {
    does: 'Assigns visits, one or many: what is open, and what another agent holds. The agent accepts by a claim, or refuses with a reason; a visit that is neither in time is open again.',
    costs: free,
    returns: '200 with what came of each. One that fails changes nothing of the others.',
    events: [],
    details:
      'Each visit is assigned in a transaction of its own, so that two agents never hold one. A repeat changes nothing of what is done.',
  },
  proposeAssignees: {
    does: 'Proposes an agent for each open visit of an LGA, and assigns nothing: somebody of a team there who does such work and has time, the nearest where distances are known, else whoever has the most time. Who refused the visit, had a part in it, or visited the same applicant before is not proposed.',
    costs: free,
    returns: 'A page, the latest first, and the cursor of the next one.',
    events: [],
    parameters: {
      ...pageParameters,
      lgaId: ['The local government area, by its id.', 2411],
    },
  },
})
