import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { alarmTopicName, arnOf } from '../names.ts'
import type { StageContext } from './context.ts'

/** Where all alarms of a stage go. Not encrypted with our key: CloudWatch could not publish, and alarms carry no personal data. */
export const addAlarmTopic = (scope: Construct, { settings }: StageContext) => {
  const { enabled, email } = settings.alarms
  if (!enabled) return
  const topic = new Topic(scope, 'Alarms', { topicName: alarmTopicName(settings), enforceSSL: true })
  topic.addToResourcePolicy(letAlarmsPublish(topic))
  if (email !== null) topic.addSubscription(new EmailSubscription(email))
}

/** A policy of our own, like the one against plain HTTP, replaces the default, which let CloudWatch publish. */
const letAlarmsPublish = ({ topicArn }: Topic) =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topicArn],
    conditions: { ArnLike: { 'aws:SourceArn': arnOf('cloudwatch', 'alarm:*') } },
  })
