import { isOperationsScope, type Scope } from '../../shared/account/contract.ts'
import { scopes } from '../../shared/scopes.ts'
import type { Mode } from '../../shared/table/tenant.ts'
import type { Emulator, InvokedFunctions } from '../emulator/emulator.ts'
import { type DataPlace, thisRelease } from '../release/formats.ts'
import { openData } from '../release/open-data.ts'

export interface SeededClient {
  readonly clientId: string
  readonly organisationId: number
  readonly mode: Mode
  readonly scopes: readonly Scope[]
}

const customer = scopes.filter(scope => !isOperationsScope(scope))

export const seededPeople: readonly NewPerson[] = [
  { personId: 'agent-1', group: 'agent' },
  { personId: 'agent-2', group: 'agent' },
  { personId: 'reviewer-1', group: 'reviewer' },
  { personId: 'reviewer-2', group: 'reviewer' },
  { personId: 'supervisor-1', group: 'supervisor' },
  { personId: 'operator-1', group: 'operator' },
]

const organisations = [
  { id: 1, name: 'Local organisation' },
  { id: 2, name: 'Other organisation' },
]

/** Scripts and guides rely on these, in the local environment only. */
export const seededClients: readonly SeededClient[] = [
  { clientId: 'local-test', organisationId: 1, mode: 'test', scopes: customer },
  { clientId: 'local-live', organisationId: 1, mode: 'live', scopes: customer },
  { clientId: 'local-agent', organisationId: 0, mode: 'live', scopes: ['operations.agent'] },
  { clientId: 'local-reviewer', organisationId: 0, mode: 'live', scopes: ['operations.reviewer'] },
  {
    clientId: 'live-operations',
    organisationId: 0,
    mode: 'live',
    scopes: ['operations.agent', 'operations.reviewer', 'operations.supervisor', 'operations.operator'],
  },
  { clientId: 'other-test', organisationId: 2, mode: 'test', scopes: customer },
]

/** Their area is the state of Lagos. */
export const localTeam = { teamId: 'lagos', name: 'Lagos', areas: [24] }
const localTeamMembers = ['agent-1', 'agent-2']

export const secretOf = (clientId: string): string => `${clientId}-secret`

/** An earlier start may have seeded it. */
const unlessThere = async (
  administer: (command: object) => Promise<unknown>,
  command: object,
): Promise<void> => {
  try {
    await administer(command)
  } catch (error) {
    if (!/exists/.test((error as Error).message)) throw error
  }
}

/** Data that this release cannot read stays as it is. @throws Error that says what to run first */
export const openLocalData =
  (place: DataPlace) =>
  ({ invoke, outputs }: InvokedFunctions): Promise<void> =>
    openData(
      async command => (await invoke(outputs.AdministerFunction!, command)) as object,
      thisRelease,
      place,
    )

export const seed = async (region: Emulator): Promise<void> => {
  const administer = (command: object) => region.invoke(region.outputs.AdministerFunction!, command)
  for (const organisation of organisations)
    await unlessThere(administer, { command: 'createOrganisation', ...organisation })
  for (const client of seededClients)
    await unlessThere(administer, { command: 'createClient', ...client, secret: secretOf(client.clientId) })
  await administer({ command: 'setTeam', ...localTeam })
  for (const agentId of localTeamMembers)
    await administer({ command: 'setMember', agentId, teamId: localTeam.teamId })
  const userPool = userPoolOf(region)
  if (userPool) for (const person of seededPeople) await addPerson(userPool, person)
}

interface NewPerson {
  readonly personId: string
  readonly group: string
}

interface ReachedPool {
  readonly gateway: string
  readonly accessKeyId: string
  readonly userPoolId: string
}

/** Undefined where people have another issuer. */
export const userPoolOf = ({ environment, outputs }: Emulator): ReachedPool | undefined =>
  outputs.UserPoolId === undefined
    ? undefined
    : {
        gateway: environment.AWS_ENDPOINT_URL!,
        accessKeyId: environment.AWS_ACCESS_KEY_ID!,
        userPoolId: outputs.UserPoolId,
      }

/** The emulator identifies callers by their access key. @throws Error in the pool's words */
const call = async ({ gateway, accessKeyId, userPoolId }: ReachedPool, action: string, body: object) => {
  const response = await fetch(gateway, {
    method: 'POST',
    headers: {
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/local`,
    },
    body: JSON.stringify({ UserPoolId: userPoolId, ...body }),
  })
  const answer = (await response.json()) as { readonly message?: string }
  if (!response.ok) throw new Error(answer.message)
}

export const joinGroup = (pool: ReachedPool, { personId, group }: NewPerson): Promise<void> =>
  call(pool, 'AdminAddUserToGroup', { Username: personId, GroupName: group })

/** Creates the person unless the name exists, and adds them to the group. */
export const addPerson = async (pool: ReachedPool, newcomer: NewPerson): Promise<void> => {
  await call(pool, 'AdminCreateUser', { Username: newcomer.personId }).catch((error: Error) => {
    if (!/exists/.test(error.message)) throw error
  })
  await joinGroup(pool, newcomer)
}
