import { type CfnApi, CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnPermission, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'

/** Routes of an HTTP API that lead to the function, which lets the API call it on each of them. */
export const connect = (
  { stack, ref: apiId }: CfnApi,
  lambda: LambdaFunction,
  routeKeys: readonly string[],
) => {
  const { functionArn } = lambda
  const integration = new CfnIntegration(lambda, 'Integration', {
    apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: functionArn,
    payloadFormatVersion: '2.0',
  })
  for (const routeKey of routeKeys) {
    const id = routeKey.replace(/\W+/g, '-')
    const source = routeKey.replace(/^\w+ /, '*')
    new CfnRoute(lambda, `Route${id}`, { apiId, routeKey, target: `integrations/${integration.ref}` })
    new CfnPermission(lambda, `Permission${id}`, {
      action: 'lambda:InvokeFunction',
      functionName: functionArn,
      principal: 'apigateway.amazonaws.com',
      sourceArn: stack.formatArn({ service: 'execute-api', resource: apiId, resourceName: `*/${source}` }),
    })
  }
}
