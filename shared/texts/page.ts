/** What stands around every plain page, and on one in place of what was asked for. */
export const pageTexts = {
  language: 'en',
  sender: 'Verification service',
  operator: {
    registered: (number: string) => `registration number ${number}`,
    call: 'Questions about this check, or about what is kept of you? Call us:',
    privacyNotice: 'Our privacy notice',
  },
  problem: {
    missing: {
      title: 'This page does not exist',
      text: 'Some of its address may be missing, or what it showed is no longer kept.',
    },
    closed: {
      title: 'Please sign in to see this',
      text: 'Sign in, and then open this address again in the same browser.',
    },
    failed: { title: 'This did not work' },
    signInFailed: { title: 'You are not signed in' },
    next: 'What you can do',
    ways: {
      message: 'Did you get the link in a message? Open it there once more, or copy all of it.',
      portal: { before: 'Is it about something that you ordered? You find it in', link: 'the portal' },
      docs: { before: 'Are you looking for the API?', link: 'The guides and the reference' },
      work: { before: 'Do you work for us?', link: 'Your visits', or: 'the desk' },
      signIn: 'Sign in',
      again: 'Wait a moment, and load this page again.',
    },
    number: 'If it happens again, tell us this number:',
  },
}
