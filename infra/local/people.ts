import type { Emulator } from '../emulator/emulator.ts'

/** Somebody new, and the group of the pool that says what they are. */
export interface NewPerson {
  readonly personId: string
  readonly group: string
}

/** A user pool, and how its operator reaches it. */
export interface ReachedPool {
  readonly gateway: string
  readonly accessKeyId: string
  readonly userPoolId: string
}

/** The region's; undefined where people have another issuer. */
export const userPoolOf = ({ environment, outputs }: Emulator): ReachedPool | undefined =>
  outputs.UserPoolId === undefined
    ? undefined
    : {
        gateway: environment.AWS_ENDPOINT_URL!,
        accessKeyId: environment.AWS_ACCESS_KEY_ID!,
        userPoolId: outputs.UserPoolId,
      }

/** One call as the AWS CLI makes it; the region knows callers by their access key. @throws Error in the pool's words */
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

/** Puts somebody into a group. */
export const joinGroup = (pool: ReachedPool, { personId, group }: NewPerson): Promise<void> =>
  call(pool, 'AdminAddUserToGroup', { Username: personId, GroupName: group })

/** Takes somebody out of a group. */
export const leaveGroup = (pool: ReachedPool, { personId, group }: NewPerson): Promise<void> =>
  call(pool, 'AdminRemoveUserFromGroup', { Username: personId, GroupName: group })

/** Makes somebody who can sign in, unless somebody of this name can already, and puts them into the group. */
export const addPerson = async (pool: ReachedPool, newcomer: NewPerson): Promise<void> => {
  await call(pool, 'AdminCreateUser', { Username: newcomer.personId }).catch((error: Error) => {
    if (!/exists/.test(error.message)) throw error
  })
  await joinGroup(pool, newcomer)
}
