import { type Command, Option } from 'commander';
import { ROLES } from '#libs/core';
import { Passwords } from '#libs/credentials';
import { answer, withDatabase } from './admin-session.js';
import { listUsers, removeUser, resetPassword } from './manage-users.js';
import { createUser, ensureOwner, resetSecondFactor } from './users.js';

const DEFAULT_HASH_COST = 12;

/** Hashes passwords at the same cost as the processes. Tests set a lower one. */
const passwords = (): Passwords => new Passwords(Number(process.env['PASSWORD_HASH_COST'] || DEFAULT_HASH_COST));

/** Adds `admin user create|ensure|list|remove|reset-password|reset-2fa`. */
export function addUserCommands(admin: Command): void {
  const user = admin.command('user').description('manage accounts of people');
  user
    .command('create')
    .description('create an account in a tenant and print its password; it is not shown again')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .addOption(new Option('--role <role>', 'role of the account').choices(ROLES).default('member'))
    .action(async (options) => answer(await withDatabase((database) => createUser(database, options, passwords()))));
  user
    .command('ensure')
    .description('create an owner of the tenant unless the address has an account, and keep a working login in the file')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .requiredOption('--login-file <file>', 'file for the address and the password, one per line')
    .action(async (options) => answer(await withDatabase((database) => ensureOwner(database, options, passwords()))));
  user
    .command('list')
    .description('list the people of a tenant')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer({ data: await withDatabase((database) => listUsers(database, options.tenant)) }));
  user
    .command('remove')
    .description('remove an account, its sessions and the invitations that it sent; the last owner stays')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .action(async (options) => answer(await withDatabase((database) => removeUser(database, options.email))));
  user
    .command('reset-password')
    .description('give an account a new password, end its sessions, and print the password; it is not shown again')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .action(async (options) => answer(await withDatabase((database) => resetPassword(database, options.email, passwords()))));
  user
    .command('reset-2fa')
    .description('turn off two-factor sign-in of an account and end its sessions, when the app and the recovery codes are lost')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .action(async (options) => answer(await withDatabase((database) => resetSecondFactor(database, options.email))));
}
