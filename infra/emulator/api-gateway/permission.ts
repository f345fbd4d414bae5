/** AWS::Lambda::Permission: which function lets which route of an HTTP API call it. */
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { matchesPattern } from '../iam/policy.ts'
import { text } from '../json.ts'

export const permissionProperties = {
  honoured: ['Action', 'FunctionName', 'Principal', 'SourceArn'],
  withoutEffect: [],
}

/** Without a matching permission API Gateway answers 500 on the route. */
export const mayCall = (
  route: HostedResource,
  functionArn: string,
  all: readonly HostedResource[],
): boolean =>
  all.some(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Permission' &&
      properties.Action === 'lambda:InvokeFunction' &&
      properties.Principal === 'apigateway.amazonaws.com' &&
      properties.FunctionName === functionArn &&
      matchesPattern(text(properties.SourceArn) ?? '', sourceArn(route)),
  )

/**
 * As whom API Gateway calls: API, stage, method and the path as the route spells it; for `$default` no method.
 * https://github.com/aws/serverless-application-model/issues/1860
 */
const sourceArn = ({ stack, properties }: HostedResource): string => {
  const source = (text(properties.RouteKey) ?? '').replace(' ', '')
  return `arn:aws:execute-api:${stack.region}:${stack.account}:${text(properties.ApiId)}/$default/${source}`
}
