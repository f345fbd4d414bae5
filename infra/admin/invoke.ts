import { type InvocationResponse, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { RefusedError, UnreachableError } from './exit.ts'
import { type AdminTarget, awsClientConfig, describeUnreachable, localTarget, targetName } from './target.ts'

const functionAt = async (place: AdminTarget): Promise<string> => {
  if (!place.stage) return localTarget(place.port).administerFunction
  // Imports CDK, which takes a second to load.
  const { functionName } = await import('../names.ts')
  return functionName(place.stage, 'admin/administer')
}

const failureOf = (error: Error, place: AdminTarget): Error => {
  if (error.name === 'ResourceNotFoundException')
    return new UnreachableError(
      `${targetName(place)} is not there: it is not deployed in this account and region`,
    )
  return describeUnreachable(error, place) ?? new RefusedError(error.message)
}

/** Sent once: a retry after a lost response could create a second client. */
const send = async (place: AdminTarget, command: object): Promise<InvocationResponse> => {
  const FunctionName = await functionAt(place)
  try {
    const client = new LambdaClient({ ...awsClientConfig(place), maxAttempts: 1 })
    return await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(command) }))
  } catch (error) {
    throw failureOf(error as Error, place)
  }
}

/**
 * Permission is IAM's, the audit CloudTrail's. @throws RefusedError in the service's words, UnreachableError
 */
export const invoke = async (place: AdminTarget, command: object): Promise<object> => {
  const { Payload, FunctionError } = await send(place, command)
  const answer = JSON.parse(Buffer.from(Payload ?? '{}').toString()) as { readonly errorMessage?: string }
  if (FunctionError !== undefined) throw new RefusedError(answer.errorMessage ?? 'the function failed')
  return answer
}
