package io.tidemark.server.watch;

import io.tidemark.server.config.WatchConfig;
import io.tidemark.server.watch.WatchMessage.NotSentException;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Properties;

/** Sends mails by SMTP, each with one receiver, as plain text and as HTML. */
final class MailServer {

    private static final String PATIENCE_MILLIS = "10000";

    private final WatchConfig.Mail config;
    private final Session session;

    MailServer(WatchConfig.Mail config) {
        this.config = config;
        Properties settings = new Properties();
        settings.setProperty("mail.smtp.host", config.host());
        settings.setProperty("mail.smtp.port", Integer.toString(config.port()));
        settings.setProperty("mail.smtp.starttls.enable", Boolean.toString(config.starttls()));
        settings.setProperty("mail.smtp.starttls.required", Boolean.toString(config.starttls()));
        settings.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        settings.setProperty("mail.smtp.connectiontimeout", PATIENCE_MILLIS);
        settings.setProperty("mail.smtp.timeout", PATIENCE_MILLIS);
        settings.setProperty("mail.smtp.writetimeout", PATIENCE_MILLIS);
        // a bounce that asks for whom it was must not carry the machine's name
        settings.setProperty("mail.smtp.localhost", "localhost");
        WatchConfig.Login login = config.login();
        settings.setProperty("mail.smtp.auth", Boolean.toString(login != null));
        session = Session.getInstance(settings, login == null ? null : new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(login.user(), login.password());
            }
        });
    }

    /** Sends a mail to one address, which no message of a failure repeats. */
    void send(String to, MailText text) throws NotSentException {
        try {
            Transport.send(message(to, text));
        } catch (AddressException e) {
            throw new NotSentException("the account's address cannot be used", true);
        } catch (AuthenticationFailedException e) {
            throw new NotSentException("the mail server refused the sign-in", false);
        } catch (SendFailedException e) {
            throw new NotSentException("the mail server refused the message", false);
        } catch (MessagingException e) {
            throw new NotSentException("the mail server cannot be used: " + e.getClass().getSimpleName(), false);
        }
    }

    private MimeMessage message(String to, MailText text) throws MessagingException {
        MimeMessage message = new MimeMessage(session);
        message.setFrom(new InternetAddress(config.from(), true));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(to, true));
        message.setSubject(text.subject(), StandardCharsets.UTF_8.name());
        message.setHeader("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
        message.setHeader("Auto-Submitted", "auto-generated");
        if (text.end() != null) {
            message.setHeader("List-Unsubscribe", "<" + text.end() + ">");
            message.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        }
        MimeBodyPart plain = new MimeBodyPart();
        plain.setText(text.plain(), StandardCharsets.UTF_8.name());
        MimeBodyPart html = new MimeBodyPart();
        html.setText(text.html(), StandardCharsets.UTF_8.name(), "html");
        message.setContent(new MimeMultipart("alternative", plain, html));
        return message;
    }
}
