import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { alarmTopicName } from '../names.ts'
import type { Context } from './context.ts'

/** Where all alarms of a stage go. Not encrypted with our key: CloudWatch could not publish, and alarms carry no personal data. */
export const addAlarmTopic = (scope: Construct, { settings }: Context) => {
  const { enabled, email } = settings.alarms
  if (!enabled) return
  const topic = new Topic(scope, 'Alarms', { topicName: alarmTopicName(settings), enforceSSL: true })
  if (email !== null) topic.addSubscription(new EmailSubscription(email))
}
