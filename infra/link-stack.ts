import { Annotations, Stack } from 'aws-cdk-lib'
import { CfnEmailIdentity } from 'aws-cdk-lib/aws-ses'
import type { Construct } from 'constructs'
import type { linkRoutes } from '../shared/link/routes.ts'
import { type Bindings, bindingsOf } from './bindings.ts'
import { type PathsOf, servePaths } from './constructs/api-function.ts'
import { physicalName, type StageContext, stackProps } from './constructs/context.ts'
import { WorkQueue } from './constructs/work-queue.ts'
import { publish, published } from './names.ts'
import type { Stage } from './stages.ts'

/** Links for people outside, who have no account with us: the pages behind them, and the messages that bring them. */
export class LinkStack extends Stack {
  constructor(scope: Construct, context: StageContext) {
    const { settings } = context
    super(scope, physicalName(settings, 'link'), stackProps(settings, 'Links for people outside'))
    const bind = bindingsOf(settings)
    servePaths(this, context, published(settings, 'ApiId'), paths(bind))
    // Letters and text messages, each once: what is refused for now comes back from here.
    new WorkQueue(this, context, {
      name: 'messages',
      // SES takes one letter a second from a new account
      // (https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas.html); what it refuses is tried again.
      maxConcurrency: 2,
      consumer: {
        entry: 'message/send',
        bindings: [
          ...[bind.table('get', 'update'), bind.personal, bind.linkSecret, bind.pagesUrl],
          ...[bind.messageSenders, bind.mailAndSms],
        ],
      },
    })
    this.identity(settings)
    this.sayWhatIsMissing(settings)
  }

  /** A domain is proved by three records, which its owner alone can set. */
  private identity({ messages: { mail } }: Stage) {
    if (!mail?.isMade) return
    const identity = new CfnEmailIdentity(this, 'Sender', { emailIdentity: mail.identity })
    publish(this, {
      SenderRecord1: identity.attrDkimDnsTokenName1,
      SenderRecord2: identity.attrDkimDnsTokenName2,
      SenderRecord3: identity.attrDkimDnsTokenName3,
    })
  }

  private sayWhatIsMissing({ name, messages: { mail, smsOrigin } }: Stage) {
    const missing = [...(mail ? [] : ['no letters']), ...(smsOrigin === null ? ['no text messages'] : [])]
    if (missing.length > 0)
      Annotations.of(this).addInfo(
        `The stage ${name} sends ${missing.join(' and ')}: links that would go that way are marked as unsent for the people who work on the verification. \`messages\` in infra/stages.ts says from whom.`,
      )
  }
}

const paths = (bind: Bindings): PathsOf<typeof linkRoutes> => ({
  '/v1/documents/{token}': {
    errorImpact: 'Applicants cannot help where an employer is not reached: checks end without a verdict.',
    bindings: [
      ...[bind.table('get', 'query', 'update', 'check'), bind.trail],
      ...[bind.personal, bind.linkSecret],
    ],
  },
  '/v1/documents/{token}/photos': {
    errorImpact: 'Applicants cannot send photos of documents where an employer is not reached.',
    bindings: [
      ...[bind.table('get', 'query', 'put', 'check'), bind.trail],
      ...[bind.personal, bind.linkSecret, bind.mediaPass, bind.reencode],
    ],
  },
  '/v1/attest/{token}': {
    errorImpact: 'Employers cannot answer: employment checks wait for calls.',
    // An answer becomes the report, and frees the place of the agent who waited for it.
    bindings: [
      ...[bind.table('get', 'query', 'put', 'update', 'check'), bind.trail, bind.workers('delete')],
      ...[bind.personal, bind.linkSecret],
    ],
  },
  '/v1/applicant/{token}': {
    errorImpact:
      'Applicants see an error where they were asked for their consent, and agents come unannounced.',
    // Once it is decided, an applicant may object to that.
    bindings: [
      ...[bind.table('get', 'query', 'put', 'update', 'check'), bind.trail, bind.personal],
      ...[bind.linkSecret, bind.fieldwork],
    ],
  },
  '/v1/links/position.js': {
    errorImpact: 'Applicants have to write down by hand where they are.',
    bindings: [],
  },
})
