import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { named } from './context.ts'

/** Where all alarms of a stage go. Not encrypted with our key: CloudWatch could not publish, and alarms carry no personal data. */
export const alarmTopic = (scope: Construct, settings: Stage): Topic | undefined => {
  const { enabled, email } = settings.alarms
  if (!enabled) return undefined
  const topic = new Topic(scope, 'Alarms', { topicName: named(settings, 'alarms'), enforceSSL: true })
  if (email !== null) topic.addSubscription(new EmailSubscription(email))
  return topic
}
