import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { physicalName, type StageContext, stackProps } from './constructs/context.ts'
import { dashboard } from './monitoring/dashboard.ts'

/** How the stage stands, at one look. Alarms lie beside what they are about. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, context: StageContext) {
    const { settings } = context
    super(scope, physicalName(settings, 'monitoring'), stackProps(settings, 'Dashboard'))
    dashboard(this, context)
  }
}
