import { operatorOrganisationId } from '../../shared/account/caller.ts'
import { isOperationsScope, type Role } from '../../shared/account/contract.ts'
import { scopes } from '../../shared/scopes.ts'
import type { ApiClient } from './api-client.ts'
import { newClient } from './clients.ts'
import type { World } from './environment.ts'
import { eventually } from './eventually.ts'
import { addressOrder } from './orders.ts'

/** What an agent found who found everything. */
export const visitReport = (changes: object = {}) => ({
  visit: { findings: { addressExists: true, hadAccess: true, isThere: true }, ...changes },
})

/** A worker of the operator's: a client with these roles, under a name of its own. */
export const worker = (
  world: World,
  clientId: string,
  roles: readonly Role[],
  mode: 'test' | 'live' = 'live',
): Promise<ApiClient> => {
  const wanted = scopes.filter(scope => roles.some(role => scope === `operations.${role}`))
  return newClient(world, { organisationId: operatorOrganisationId, mode, clientId, scopes: wanted })
}

/** All that clients may do, in test mode: who asks a path, a customer's client or one of the operator's. */
export const openAskers = async (world: World): Promise<(path: string) => ApiClient> => {
  const customer = await newClient(world, { scopes: scopes.filter(scope => !isOperationsScope(scope)) })
  const ofStaff = scopes.filter(isOperationsScope)
  const staff = await newClient(world, { organisationId: operatorOrganisationId, scopes: ofStaff })
  return path => (path.startsWith('/v1/operations/') ? staff : customer)
}

/** An approval of a report that a test gave no photo or no position: it says what explains the strong flags. */
export const approval = {
  decision: 'approve',
  flagsAnswer: 'A neighbour knows her, and called her.',
} as const

/** Why a test decides against what its agent found. */
export const againstFinding = { reason: 'evidence', explanation: 'The photos show another house.' } as const

type TwoReviewers = readonly [ApiClient, ApiClient]

/** Has the second confirm it where the first alone may not decide so; answers what came of it. */
export const decidedByTwo = async ([first, second]: TwoReviewers, assignment: string, decision: object) => {
  const at = `/v1/operations/assignments/${assignment}/decision`
  const answer = await first.post(at, decision)
  return answer.status === 202 ? second.post(at, decision) : answer
}

export const rejected = async (
  reviewers: TwoReviewers,
  assignment: string,
  reason: string,
): Promise<number> =>
  (await decidedByTwo(reviewers, assignment, { decision: 'reject', reason, againstFinding })).status

let ordered = 0

/** Orders a live verification that is like no other, and waits until its work is open. Answers both ids. */
export const openWork = async (
  world: World,
  path = '/v1/addresses',
  order: object = addressOrder({ street: `${++ordered} Open Street`, allowRevisit: true }),
): Promise<{ readonly id: number; readonly assignment: string }> => {
  const customer = await world.client('local-live')
  const { id, employment, address } = (await customer.post(path, order)).body
  const { organisationId } = employment ?? address
  const assignment = `${organisationId}-${id}`
  const agent = await world.client('local-agent')
  await eventually(
    async () => (await agent.get(`/v1/operations/assignments/${assignment}`)).status === 200,
    'the work to be open',
  )
  return { id, assignment }
}

/** The same, claimed and reported by the agent. */
export const reportedWork = async (
  world: World,
  agent: ApiClient,
  report: object = visitReport(),
  ...ordered: readonly [path?: string, order?: object]
) => {
  const work = await openWork(world, ...ordered)
  await agent.post(`/v1/operations/assignments/${work.assignment}/claim`)
  await agent.post(`/v1/operations/assignments/${work.assignment}/report`, report)
  return work
}
