import { Annotations } from 'aws-cdk-lib'
import { CfnEmailIdentity } from 'aws-cdk-lib/aws-ses'
import type { Construct } from 'constructs'
import type { linkRoutes } from '../../shared/link/routes.ts'
import type { StageSettings } from '../stage-settings.ts'
import type { Bindings } from './bindings.ts'
import { publish } from './names.ts'
import type { PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

const paths = (bind: Bindings, { reserved }: StageSettings): PathsOf<typeof linkRoutes> => ({
  '/v1/documents/{token}': {
    errorImpact:
      'Applicants cannot help if nobody reaches their employer: verifications end without a verdict.',
    reserved: reserved?.links,
    bindings: [
      bind.table('get', 'query', 'update', 'check'),
      bind.trail,
      bind.personal,
      bind.linkSecret,
      bind.linkLimits,
    ],
  },
  '/v1/documents/{token}/photos': {
    errorImpact: 'Applicants cannot send photos of documents if nobody reaches their employer.',
    reserved: reserved?.links,
    bindings: [
      bind.table('get', 'query', 'put', 'check'),
      bind.trail,
      bind.personal,
      bind.linkSecret,
      bind.linkLimits,
      bind.mediaPass,
      bind.reencode,
    ],
  },
  '/v1/attest/{token}': {
    errorImpact: 'Employers cannot answer: employment checks wait for calls.',
    reserved: reserved?.links,
    // An answer becomes the report, and frees the slot of the agent who waited for it.
    bindings: [
      bind.table('get', 'query', 'put', 'update', 'check'),
      bind.trail,
      bind.workers('delete'),
      bind.personal,
      bind.linkSecret,
      bind.linkLimits,
    ],
  },
  '/v1/applicant/{token}': {
    errorImpact:
      'Applicants see an error instead of the question for their consent, and agents come unannounced.',
    reserved: reserved?.links,
    // Once it is decided, an applicant may object to that.
    bindings: [
      bind.table('get', 'query', 'put', 'update', 'check'),
      bind.trail,
      bind.personal,
      bind.linkSecret,
      bind.linkLimits,
      bind.fieldwork,
    ],
  },
  '/v1/links/position.js': {
    errorImpact: 'Applicants have to type their position by hand.',
    bindings: [],
  },
})

/** Links for people outside, who have no account with us: the pages behind them, and the messages that bring them. */
export class LinkStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'link', description: 'Links for people outside' })
    const { bind, settings } = this
    this.serve(paths(bind, settings))
    // Letters and text messages, each once: what is refused for now comes back from here.
    this.addQueue({
      name: 'messages',
      // SES accepts one email a second from a new account
      // (https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas.html); what it refuses is tried again.
      maxConcurrency: 2,
      consumer: {
        entry: 'message/send',
        bindings: [
          bind.table('get', 'update'),
          bind.personal,
          bind.linkSecret,
          bind.pagesUrl,
          bind.messageSenders,
          bind.mailAndSms,
          bind.messageLimits,
          bind.trail,
          bind.orderLedger,
          bind.prices,
          // What the account may not send yet goes back to wait.
          bind.sendMessages,
        ],
        mayFeedItself: true,
      },
    })
    const { name, messages } = settings
    const { mail, smsOrigin } = messages
    // A domain is proved by three records, which its owner alone can set.
    if (mail?.isMade) {
      const identity = new CfnEmailIdentity(this, 'Sender', { emailIdentity: mail.identity })
      publish(this, {
        SenderRecord1: identity.attrDkimDnsTokenName1,
        SenderRecord2: identity.attrDkimDnsTokenName2,
        SenderRecord3: identity.attrDkimDnsTokenName3,
      })
    }
    const missing = [...(mail ? [] : ['no letters']), ...(smsOrigin === null ? ['no text messages'] : [])]
    if (missing.length > 0)
      Annotations.of(this).addInfo(
        `The stage ${name} sends ${missing.join(' and ')}: links that would go that way are marked as unsent for the people who work on the verification. \`messages\` in infra/stages.ts says from whom.`,
      )
  }
}
