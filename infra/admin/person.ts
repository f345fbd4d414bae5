import { addPerson as addToPool } from '../local/seed.ts'
import type { CommandOptions } from './admin-command.ts'
import { RefusedError } from './exit.ts'
import { type AdminTarget, describeUnreachable, localTarget } from './target.ts'

/** The pool stores names and email addresses, which this service does not. */
const byHand = (prefix: string, personId: string, group: string): string =>
  `people of a stage are made at its issuer; at its own pool:
  POOL=$(aws cloudformation describe-stacks --stack-name ${prefix}-stateful --query "Stacks[0].Outputs[?OutputKey=='UserPoolId'].OutputValue" --output text)
  aws cognito-idp admin-create-user --user-pool-id $POOL --username ${personId} --user-attributes Name=email,Value=… Name=email_verified,Value=true
  aws cognito-idp admin-add-user-to-group --user-pool-id $POOL --username ${personId} --group-name ${group}`

const addLocally = async (port: number, personId: string, group: string): Promise<void> => {
  const announced = localTarget(port)
  const { userPoolId } = announced
  if (userPoolId === undefined)
    throw new RefusedError('this local environment has no user pool: people have another issuer')
  await addToPool({ ...announced, userPoolId }, { personId, group })
}

export const addPerson = async ({ personId, group }: CommandOptions, place: AdminTarget): Promise<object> => {
  const [id, to] = [String(personId), String(group)]
  if (place.stage) throw new RefusedError(byHand(place.stage.prefix, id, to))
  try {
    await addLocally(place.port, id, to)
  } catch (error) {
    const cause = (error as Error).cause as Error | undefined
    throw (cause && describeUnreachable(cause, place)) ?? error
  }
  return { personId: id, group: to }
}
