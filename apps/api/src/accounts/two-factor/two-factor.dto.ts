import { ApiProperty } from '@nestjs/swagger';
import { IsPresented, PRESENTED } from '#libs/dto';

export class CodeDto {
  @ApiProperty({ ...PRESENTED, description: 'The six digits of the app', example: '123456' })
  @IsPresented()
  code: string;
}

export class UnlockDto {
  @ApiProperty({ ...PRESENTED, description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;
}

export class TwoFactorSecretDto {
  @ApiProperty({ description: 'Base32. Type it into an authenticator app' })
  secret: string;

  @ApiProperty({ description: 'The same for a QR code', example: 'otpauth://totp/…' })
  otpauth_url: string;
}

export class TwoFactorOnDto {
  @ApiProperty({ enum: [true] })
  enabled: true;

  @ApiProperty({ type: [String], minItems: 10, maxItems: 10, description: 'Each code works once, instead of a code of the app' })
  recovery_codes: string[];
}

export class TwoFactorOffDto {
  @ApiProperty({ enum: [false] })
  enabled: false;
}
