/** Lambda's Invoke for operators: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
import type { Permissions } from '../iam/permissions.ts'
import type { Principal } from '../iam/principal.ts'
import { type Answer, type GatewayRequest, jsonAnswer, ServiceError } from '../service-call.ts'
import type { LambdaFunction } from './function.ts'

export interface InvokeServices {
  readonly permissions: Permissions
  findFunction(nameOrArn: string): LambdaFunction | undefined
}

const path = /^\/2015-03-31\/functions\/([^/?]+)\/invocations$/

export const functionInvokedBy = ({ method, url }: GatewayRequest): string | undefined => {
  const name = method === 'POST' ? path.exec(url)?.[1] : undefined
  return name && decodeURIComponent(name)
}

export const answerInvoke = async (
  name: string,
  { headers, body }: GatewayRequest,
  principal: Principal | undefined,
  { permissions, findFunction }: InvokeServices,
): Promise<Answer> => {
  if ((headers['x-amz-invocation-type'] ?? 'RequestResponse') !== 'RequestResponse')
    throw new ServiceError('UnsupportedOperation', 'Only RequestResponse is supported by the emulator')
  const lambda = findFunction(name)
  permissions.require(principal, [{ action: 'lambda:InvokeFunction', resource: lambda?.arn ?? name }])
  if (lambda === undefined)
    throw new ServiceError('ResourceNotFoundException', `Function not found: ${name}`, 404)
  const result = await lambda.invoke(body.toString() || '{}')
  if (result.ok) return { ...jsonAnswer({}), body: Buffer.from(result.payload) }
  const failed = jsonAnswer({ ...result.error })
  return { ...failed, headers: { ...failed.headers, 'x-amz-function-error': 'Unhandled' } }
}
