import { CfnPermission } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { StageContext } from './context.ts'
import type { ApiEntry } from './entries.ts'
import { arnOf } from './names.ts'
import { NodeFunction, type NodeFunctionProps } from './node-function.ts'

export interface ApiFunctionProps extends Omit<NodeFunctionProps, 'memoryMb' | 'timeoutSeconds'> {
  readonly entry: ApiEntry
}

interface Calls {
  readonly apiId: string
  /** Such as `ANY /v1/health` or `$default`. */
  readonly routeKeys: readonly string[]
  /** The ARN that they call: the function's, or that of an alias. */
  readonly target: string
}

/** A function that a caller waits for: more memory means more CPU, hence shorter cold starts; gives up before the gateway does (30 s). */
export class ApiFunction extends NodeFunction {
  constructor(scope: Construct, context: StageContext, props: ApiFunctionProps) {
    super(scope, context, { ...props, memoryMb: 512, timeoutSeconds: 25 })
  }

  /** Lets the gateway call it for these routes. */
  allowCalls({ apiId, routeKeys, target }: Calls): void {
    for (const [index, routeKey] of routeKeys.entries())
      new CfnPermission(this, `Permission${index === 0 ? '' : index + 1}`, {
        action: 'lambda:InvokeFunction',
        functionName: target,
        principal: 'apigateway.amazonaws.com',
        // Stage, method and path; of `$default` stage and name: https://github.com/aws/serverless-application-model/issues/1860
        sourceArn: arnOf('execute-api', `${apiId}/*/${routeKey.replace('ANY ', '*')}`),
      })
  }
}
