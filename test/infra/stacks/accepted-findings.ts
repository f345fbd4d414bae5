/** A finding of AwsSolutions that we live with, and why. */
export interface AcceptedFinding {
  readonly rule: RegExp
  /** Paths of constructs below their stack. */
  readonly where: RegExp
  readonly reason: string
}

export const acceptedFindings: readonly AcceptedFinding[] = [
  {
    rule: /^AwsSolutions-APIG4$/,
    where: /^Api\w+\/Route\d?$/,
    reason:
      'Functions authenticate in the middleware chain they all wear: no second cold start, our own error shape. A conformance test calls every route without credentials.',
  },
  {
    rule: /^AwsSolutions-APIG4$/,
    where:
      /^Pages(Root|Docs|DocsPage|DocsAssetsAsset|DocsClientsFile|LlmsTxt|LlmsFullTxt|SecurityTxt)\/Route\d?$/,
    reason:
      'The docs are for everybody, and their functions may use nothing: no table, no bucket, no secret.',
  },
  {
    rule: /^AwsSolutions-APIG4$/,
    where: /^Pages((Applicant|Attest|Documents)Token|DocumentsTokenPhotos|LinksPositionJs)\/Route$/,
    reason:
      'Who opens a link has no account: its signed token is the permission, for one matter and one purpose. The script is for everybody.',
  },
  {
    rule: /^AwsSolutions-APIG4$/,
    where: /^PagesReportsCode\/Route$/,
    reason:
      'Who holds a printed report has no account: its code, which nobody guesses, is the permission, and the page names nobody.',
  },
  {
    rule: /^AwsSolutions-APIG4$/,
    where: /^PagesDocsOperatorsPage\/Route$/,
    reason:
      'The page answers only who is signed in as operator, and shows no one’s data: its function reads the session itself.',
  },
  {
    rule: /^AwsSolutions-APIG4$/,
    where: /^PagesSession(SignIn|Callback|SignOut)\/Route\d?$/,
    reason: 'The way to a session: who is on it has none yet, or is about to have none.',
  },
  {
    rule: /^AwsSolutions-APIG4$/,
    where: /^Pages(Work|Desk|Portal)(Asset)?\/Route$/,
    reason: 'Pages without anybody’s data: what they show they ask the API for, as whoever is signed in.',
  },
  {
    rule: /^AwsSolutions-COG8$/,
    where: /^UserPool$/,
    reason:
      'Nobody signs in without a passkey or a second factor, and nobody signs up; what the Plus tier adds is worth its price to strangers’ accounts.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::\*\]$/,
    where: /\/Role\/Resource$/,
    reason:
      'The actions of infra/constructs/binding.ts know no resource or, to see alarms, want all; permissions.test.ts allows no other.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:<AWS::Partition>:iam::\*:role\/VerificationEvents\*\]$/,
    where: /^(ApiWebhooksIdPing|DispatchDeliver|DispatchDeliverToSlow)\/Role\/Resource$/,
    reason:
      'Customers make these roles, in accounts of theirs; one that does not ask for the customer’s external id is not used.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*:execution:verification-prod-completion:\*\]$/,
    where: /^CompletionSignal\/Role\/Resource$/,
    reason: 'Stops the execution of a cancelled verification; executions are named after verifications.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*:s3:::verification-prod-media-.*\/\*\]$/,
    where:
      /^(AdminAdminister|Api(Addresses|OperationsCases)IdReport|ApiFileToken|ApiSandboxVerificationsIdComplete|SandboxVisit|TrustRepeatErasures)\/Role\/Resource$/,
    reason: 'Any photo of the bucket: objects are named at run time. No other bucket, and one action each.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*:s3:::verification-prod-media-.*\/(incoming|evidence)\/(\*|\*\/drawn\/\*|\*\/applicantPhoto\*)\]$/,
    where:
      /^(ApiOperationsAssignmentsId(Photos(Slot)?)?|ApiAddressesPro|CompletionAssign|PagesDocumentsTokenPhotos|EvidenceReEncode)\/Role\/Resource$/,
    reason:
      'Uploads and photos are named at run time, each kind in a folder of its own: permissions.test.ts says who may do what in which.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*:s3:::verification-prod-media-.*\/erased\/\*\]$/,
    where: /^TrustRepeatErasures\/Role\/Resource$/,
    reason: 'One mark for each erasure of the last hours, named after whose it is.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*:s3:::verification-prod-trail-log-.*\/\*\]$/,
    where:
      /^(AdminAdminister|Api(Addresses|Employments|Identities|OperationsCases)IdReceipt|Trust(Close|Check)Trails)\/Role\/Resource$/,
    reason:
      'The log of the trails has objects of every hour. Versions are read, one function adds some, none removes any.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*:s3:::verification-prod-ledger-.*\/\*\]$/,
    where: /^(AdminAdminister|TrustSealLedgers)\/Role\/Resource$/,
    reason:
      'The ledger has a seal of every tenant and month. Versions are read, one function adds some, none removes any.',
  },
  {
    rule: /^AwsSolutions-S1$/,
    where: /^Ledger\/Resource$/,
    reason: 'As of the log of the trails: what is in it cannot be changed, and CloudTrail says who read it.',
  },
  {
    rule: /^AwsSolutions-S1$/,
    where: /^TrailLog\/Resource$/,
    reason:
      'Seven functions read the log by roles of their own, and what is in it cannot be changed: access logs would say nothing that CloudTrail does not.',
  },
  {
    rule: /^AwsSolutions-S1$/,
    where: /^Media\/Resource$/,
    reason:
      'Photos are read through /v1/file/{token}, which is logged; a second bucket of S3 access logs would add file names to what must be forgotten.',
  },
  {
    rule: /^AwsSolutions-SMG4$/,
    where:
      /^(IdNumberKey|FileTokenKey|LinkKey|PersonalDataKey|ReceiptKey|WrappingKey|Registry\w+Credential)$/,
    reason:
      'A new key would orphan every stored digest, link and key that it wraps; rotating needs two keys at a time in the code. A credential is the registry’s to change.',
  },
  {
    rule: /^AwsSolutions-SF2$/,
    where: /^Workflow\/Machine$/,
    reason:
      'Traces are a setting of the stage: off in prod, where they would cost more than all functions together.',
  },
  {
    rule: /^AwsSolutions-SF1$/,
    where: /^Workflow\/Machine$/,
    reason:
      'Errors are logged; all events would cost more than the workflow, and its history is kept 90 days anyway.',
  },
  {
    rule: /^AwsSolutions-SQS3$/,
    where: /^TableStream\/DeadLetters\/Resource$/,
    reason: 'It is a dead-letter queue: of an event source mapping, which the rule does not know.',
  },
]
