/** A warning of cfn-lint that we live with, and why. */
export interface AcceptedWarning {
  readonly rule: string
  readonly reason: string
}

export const acceptedWarnings: readonly AcceptedWarning[] = [
  {
    rule: 'W3005',
    reason:
      'CDK states that a function depends on its role and its policies, and the reference to the role says a part of it again. It costs nothing, and without it a function could be called before its policy is there.',
  },
]
